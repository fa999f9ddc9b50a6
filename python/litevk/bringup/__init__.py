"""The bring-up: everything worth knowing about litevk on one GPU, measured within minutes, in one folder to pass on.

    python -m litevk bringup --minutes 8

docs/BRINGUP.md tells what it does. The steps are modules of `steps`; each runs its work in processes of their own, so
that a crash or a hang costs that piece alone.
"""
