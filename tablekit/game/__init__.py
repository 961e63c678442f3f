"""The pure game: events go in, effects and a scene come out; nothing here knows a device or a clock."""
