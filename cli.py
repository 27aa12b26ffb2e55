"""Run the verifier from a checkout: ``python cli.py …``."""

from verifier.cli import main

if __name__ == "__main__":
    main()
