"""Coverage-guided fuzzing of one parser: `python -m tests.fuzzing.coverage_guided PARSER --runs 100000 [--seed S]`.

Needs atheris (`pip install -e '.[fuzzing]'`), which watches which branches
each input takes and keeps those that take new ones. The samples of the parser are where it begins. It ends with an
error, and writes the input beside it, at the first exception that nobody expected, at an input that takes longer than
thirty seconds (being watched takes its time), and beyond 2 GB of memory.
"""

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

SLOWEST_SECONDS, MAX_MB = 30, 2048


def main() -> int:
    """Fuzzes until the runs are done; atheris ends the process."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parser", metavar="PARSER", help="one that tests/fuzzing/parsers.py lists")
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if find_spec("atheris") is None:
        print("atheris is not installed: pip install -e '.[fuzzing]'", file=sys.stderr)
        return 2
    import atheris  # noqa: PLC0415 - not needed for anything else

    with atheris.instrument_imports(include=["firmware"], enable_loader_override=False):
        from tests.fuzzing.parsers import parsers  # noqa: PLC0415 - what is loaded here is watched
    work = Path(mkdtemp(prefix="meierbox-fuzzing-"))
    target = next((each for each in parsers(work) if each.name == args.parser), None)
    if target is None:
        print(f"No parser is called {args.parser}.", file=sys.stderr)
        return 2
    corpus = work / "corpus"
    corpus.mkdir()
    for number, sample in enumerate(sample for sample in target.samples if len(sample) <= target.longest):
        (corpus / str(number)).write_bytes(sample)
    words = [
        sys.argv[0],
        f"-runs={args.runs}",
        f"-seed={args.seed}",
        f"-timeout={SLOWEST_SECONDS}",
        f"-rss_limit_mb={MAX_MB}",
        f"-max_len={target.longest}",
        f"-artifact_prefix={args.parser}-",
        "-verbosity=0",
        "-print_final_stats=1",
        str(corpus),
    ]
    atheris.Setup(words, target.parse)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
