"""One family of errors: each is a plain sentence with a number, and says what to do."""


class KitError(Exception):
    """`KIT123: what happened. What to do.`"""

    def __init__(self, number: int, what: str, remedy: str) -> None:
        end = "" if remedy.endswith("?") else "."
        super().__init__(f"KIT{number}: {what.rstrip('.')}. {remedy.rstrip('.')}{end}")
        self.number = number


class ConfigError(KitError, ValueError):
    """KIT1xx: `table.toml`, options or the command line are not what they should be."""


class ScenarioError(KitError, ValueError):
    """KIT2xx: a scenario file is wrong, or tells something that cannot happen."""


class JournalError(KitError, ValueError):
    """KIT3xx: a journal or tape cannot be read or written."""


class DeviceError(KitError, OSError):
    """KIT4xx: a device is missing, busy, or not what it says it is."""
