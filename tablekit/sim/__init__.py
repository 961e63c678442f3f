"""Simulated people, scenarios and devices: the same game at four depths."""
