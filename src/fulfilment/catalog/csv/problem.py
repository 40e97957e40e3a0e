"""What is wrong with a row of the file."""

import msgspec


class RowProblem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing wrong: the line on which its row begins, the column if there is one, and why."""

    line: int
    reason: str
    column: str | None = None

    def __str__(self) -> str:
        where = f"line {self.line}" + (f", {self.column}" if self.column else "")
        return f"{where}: {self.reason}"


class UnreadableFile(Exception):
    """The file as a whole cannot be read; its header is at fault."""

    def __init__(self, reason: str, line: int = 1) -> None:
        super().__init__(reason)
        self.problem = RowProblem(line, reason)
