"""Finds the JSON file of one of Mesa's Vulkan drivers, for VK_ICD_FILENAMES. The file's name ends in the architecture on
Debian 12 (lvp_icd.x86_64.json) and not on Debian 13 (lvp_icd.json). The tests' build, scripts and programs use this script.

    python3 tools/test/driver_file.py lvp      # prints the path; status 1 and a message if there is none
"""

import pathlib
import platform
import sys

# Folders that the loader searches, in its order (Khronos' Vulkan-Loader, LoaderDriverInterface.md, "Driver Discovery on
# Linux").
FOLDERS = (
    "/usr/local/etc/vulkan/icd.d",
    "/etc/vulkan/icd.d",
    "/usr/local/share/vulkan/icd.d",
    "/usr/share/vulkan/icd.d",
)


class NotFound(Exception):
    pass


def driver_file(driver, folders=FOLDERS):
    """The file of `driver`, Mesa's short name: lvp (lavapipe), radeon (RADV). Files of other architectures are ignored."""
    names = (f"{driver}_icd.{platform.machine()}.json", f"{driver}_icd.json")
    for folder in folders:
        for name in names:
            path = pathlib.Path(folder) / name
            if path.is_file():
                return str(path)
    raise NotFound(
        f"no {' or '.join(names)} in {', '.join(map(str, folders))}; Debian: apt-get install mesa-vulkan-drivers"
    )


if __name__ == "__main__":
    try:
        print(driver_file(*sys.argv[1:2]))
    except NotFound as error:
        sys.exit(f"driver_file: {error}")
