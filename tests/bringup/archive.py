"""Writes a folder as one compressed archive, the same bytes for the same files: python archive.py FOLDER FILE.tar.xz"""

import pathlib
import sys
import tarfile


def write(folder, out, top=""):
    """Writes all files below `folder`, placed below `top` in the archive. Files of one name are neighbours, for compression."""
    files = sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: (path.name, path))
    with tarfile.open(out, "w:xz", preset=9, format=tarfile.GNU_FORMAT) as tar:
        for path in files:
            tar.add(path, arcname=str(pathlib.PurePath(top) / path.relative_to(folder)), filter=_without_owner)


def _without_owner(member):
    """Removes owner and time, and normalizes the permissions: nothing of the packing machine stays."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mtime = 0
    member.mode = 0o755 if member.mode & 0o100 else 0o644
    return member


def main():
    folder, out = map(pathlib.Path, sys.argv[1:])
    write(folder, out, folder.name)
    print(out.stat().st_size)


if __name__ == "__main__":
    main()
