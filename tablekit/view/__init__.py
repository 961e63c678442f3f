"""What people see of a table in a terminal, and the keys that the host types there."""
