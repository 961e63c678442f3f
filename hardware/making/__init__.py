"""Makes every file that follows from pins.toml and parts.toml."""
