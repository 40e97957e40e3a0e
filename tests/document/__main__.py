"""`make openapi`: writes docs/openapi.json anew."""

from tests.document import committed


def main() -> None:
    committed.PATH.write_text(committed.text(committed.made()), encoding="utf-8")


if __name__ == "__main__":
    main()
