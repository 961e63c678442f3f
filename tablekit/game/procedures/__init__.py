"""The pieces that the rule books share."""
