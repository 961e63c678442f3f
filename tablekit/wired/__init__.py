"""A real table: its seats on the Pi's header, at expanders, at hubs, or some here and some there."""
