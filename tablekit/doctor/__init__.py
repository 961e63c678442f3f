"""The owner's doctor: what is connected, what works, and what to do about the rest. `tablekit doctor` runs it."""
