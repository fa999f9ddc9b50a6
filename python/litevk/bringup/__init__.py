"""The bring-up: tests and measures litevk on one GPU within minutes, and writes the results into one folder to pass on.

    python -m litevk bringup --minutes 8

docs/BRINGUP.md describes it. The steps are modules of `steps`. Each runs its work in separate processes, so that a crash
or a hang costs that piece only.
"""
