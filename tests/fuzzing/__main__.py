"""`python -m tests.fuzzing KIND --count N --seed S`."""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzzing.campaign import MAX_GROWN_KB, search
from tests.fuzzing.targets import TARGETS


def main() -> int:
    """Tries one kind and prints what was found."""
    parser = argparse.ArgumentParser(description="Feed mutated inputs to whatever reads them.")
    parser.add_argument("kind", choices=[target.name for target in TARGETS])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, metavar="CASE", help="begin with this case, to try one again")
    args = parser.parse_args()
    target = next(target for target in TARGETS if target.name == args.kind)
    with TemporaryDirectory(prefix="meierbox-fuzzing-") as folder:
        findings = search(target, Path(folder), args.count, args.seed, args.first)
    print(f"{target.name}: {findings}")
    return 1 if findings.errors or findings.slowest > target.slowest or findings.grown_kb > MAX_GROWN_KB else 0


if __name__ == "__main__":
    sys.exit(main())
