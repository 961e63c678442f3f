"""What is kept of a game: its journal, its tape of raw edges, and the folder of games."""
