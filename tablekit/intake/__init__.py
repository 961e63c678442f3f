"""From stamped edges to one ordered stream: link clocks, debounce, sources and their merge. No I/O, no clock."""
