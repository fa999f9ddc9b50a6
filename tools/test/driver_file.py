"""Where the JSON file of one of Mesa's Vulkan drivers is, for VK_ICD_FILENAMES. Its name ends in the architecture on
Debian 12 (lvp_icd.x86_64.json) and not on Debian 13 (lvp_icd.json); the tests' build, scripts and programs ask here.

    python3 tools/test/driver_file.py lvp      # prints the path; status 1 and a sentence where there is none
"""

import pathlib
import platform
import sys

# Where the loader looks, first to last (Khronos' Vulkan-Loader, LoaderDriverInterface.md, "Driver Discovery on Linux").
FOLDERS = (
    "/usr/local/etc/vulkan/icd.d",
    "/etc/vulkan/icd.d",
    "/usr/local/share/vulkan/icd.d",
    "/usr/share/vulkan/icd.d",
)


class NotFound(Exception):
    pass


def driver_file(driver, folders=FOLDERS):
    """The file of `driver`, by Mesa's short name: lvp (lavapipe), radeon (RADV). Other architectures' are not taken."""
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
