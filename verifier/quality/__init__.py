"""Checks on the encodings themselves."""
