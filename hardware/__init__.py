"""What is made from pins.toml and parts.toml: `python -m hardware.making`. Who builds a table begins with README.md."""
