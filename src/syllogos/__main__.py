"""The command line's entry: ``syllogos`` and ``python -m syllogos``."""

from syllogos.cli import main

if __name__ == "__main__":
    main()
