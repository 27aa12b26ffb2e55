"""A verifier of rules: encodings in, every legal outcome and every order of choices out."""

__version__ = "0.1.0"
