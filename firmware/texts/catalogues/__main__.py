"""Maintains the translations: `python -m firmware.texts.catalogues extract|update|compile|missing`."""

import argparse
import sys


def main(arguments: list[str] | None = None) -> int:
    """Runs one step; returns 0 if all is well, 1 if translations are missing, 2 if it failed."""
    parser = argparse.ArgumentParser(prog="python -m firmware.texts.catalogues", description=__doc__)
    parser.add_argument(
        "step",
        choices=("extract", "update", "compile", "missing"),
        help="extract: writes meierbox.pot, all texts of the program; update: extracts and brings every meierbox.po up "
        "to date; compile: makes every meierbox.mo; missing: lists what is not translated",
    )
    parser.add_argument("--new", metavar="LL", help="with update: begins a language by its two letters")
    args = parser.parse_args(arguments)
    try:
        from firmware.texts.catalogues import catalogue_commands  # noqa: PLC0415 - Babel is a tool of developers
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "babel":
            raise
        print("The catalogues are kept with Babel, which is not installed: pip install -e '.[dev]'.", file=sys.stderr)
        return 2
    match args.step:
        case "extract":
            code, said = catalogue_commands.extract()
        case "update":
            code, said = catalogue_commands.update(args.new)
        case "compile":
            code, said = catalogue_commands.compile_all()
        case _:
            code, said = catalogue_commands.missing()
    print("\n".join(said), file=sys.stderr if code == 2 else sys.stdout)
    return code


if __name__ == "__main__":
    sys.exit(main())
