"""Checks that run in a Python of their own: python -m litevk.bringup.checks NAME JSON."""
