"""What the database refuses at the start of a process; every message is one clear line for the operator."""


class DatabaseRefusal(Exception):
    """The database cannot be used as it is."""


class EmbeddedError(DatabaseRefusal):
    """The embedded PostgreSQL cannot run."""


class DatabaseUnreachable(DatabaseRefusal):
    """Nobody answers at the address, or not to us."""


class SchemaMismatch(DatabaseRefusal):
    """The schema is older or newer than the code, or the server is too old for either."""


class MigrationFailed(DatabaseRefusal):
    """A migration was refused and rolled back; those before it stand."""


class OlderNodes(DatabaseRefusal):
    """A contraction waits for nodes that could not live with it. `applied` names what was applied before."""

    def __init__(self, seen: list[str], applied: list[str]) -> None:
        super().__init__(
            f"Nodes of an older release are still at work ({', '.join(seen)}), so nothing was taken away from the "
            "schema; stop them, then run: fulfilment migrate --contract"
        )
        self.applied = applied


def first_line(problem: Exception) -> str:
    """What a driver says, in one line."""
    return next((line.strip() for line in str(problem).splitlines() if line.strip()), type(problem).__name__)
