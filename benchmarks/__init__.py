"""How fast, how small and how exact the kit is, beside what a builder would write instead."""
