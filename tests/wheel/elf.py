"""Reads what a wheel's binaries require of a system, with the build environment's pyelftools and objdump."""

import collections
import re
import struct

from elftools.elf.elffile import ELFFile
from elftools.elf.gnuversions import GNUVerNeedSection

# Instructions beyond ARMv8.0: (mask, value) of a word.
_BEYOND_ARM_BASELINE = {
    "sdot/udot": (0x9F20FC00, 0x0E009400),
    "smmla/ummla": (0xDFE0FC00, 0x4E80A400),
    "bfdot": (0xBFE0FC00, 0x2E40FC00),
    "fmla of half floats": (0xBFE0FC00, 0x0E400C00),
}


def versions_needed(path):
    """The versions of symbols that the file needs, keyed by library: {"libc.so.6": ["GLIBC_2.2.5", ...]}."""
    with path.open("rb") as file:
        sections = [s for s in ELFFile(file).iter_sections() if isinstance(s, GNUVerNeedSection)]
        return {need.name: [aux.name for aux in versions] for s in sections for need, versions in s.iter_versions()}


def libraries_needed(path):
    with path.open("rb") as file:
        dynamic = ELFFile(file).get_section_by_name(".dynamic")
        return [tag.needed for tag in dynamic.iter_tags("DT_NEEDED")]


def places_searched(path):
    """Folders that are searched for the file's libraries before the system's."""
    with path.open("rb") as file:
        dynamic = ELFFile(file).get_section_by_name(".dynamic")
        tags = [*dynamic.iter_tags("DT_RUNPATH"), *dynamic.iter_tags("DT_RPATH")]
        return [folder for tag in tags for folder in (getattr(tag, "runpath", None) or tag.rpath).split(":") if folder]


def exported(path):
    """The names of the functions that the library defines for others."""
    with path.open("rb") as file:
        symbols = ELFFile(file).get_section_by_name(".dynsym").iter_symbols()
        return sorted(s.name for s in symbols if s["st_shndx"] != "SHN_UNDEF" and s["st_info"]["bind"] == "STB_GLOBAL")


def machine(path):
    with path.open("rb") as file:
        return ELFFile(file).get_machine_arch()


def glibc_of(version):
    """The numbers of a glibc version: (2, 28) for GLIBC_2.28."""
    return tuple(map(int, re.fullmatch(r"GLIBC_([0-9.]+)", version)[1].split(".")))


def code(path):
    """The bytes of the file's instructions. An object file has a section for each function."""
    with path.open("rb") as file:
        return b"".join(s.data() for s in ELFFile(file).iter_sections() if s.name.startswith(".text"))


def beyond_arm_baseline(path):
    """Names of the instructions in the file's code that _BEYOND_ARM_BASELINE lists."""
    text = code(path)
    words = struct.unpack(f"<{len(text) // 4}I", text[: len(text) // 4 * 4])
    return {name for name, (mask, value) in _BEYOND_ARM_BASELINE.items() if any(w & mask == value for w in words)}


# Instructions of AVX and later, and of SSE3 to SSE4, in objdump's output.
_BEYOND_X86_BASELINE = re.compile(
    r"\t(?!verr\b|verw\b)(v[a-z0-9]+|p(?:shufb|maddubsw|abs[bwd]|mulld|min[su]d|max[su]d|blendvb|popcnt)|round[ps][sd]|popcnt|"
    r"crc32[a-z]*)\b"
)


def beyond_x86_baseline(disassembly):
    """The functions with instructions beyond x86-64's baseline: {"function": {"vpaddd", ...}}. A stripped file has one for all."""
    found = collections.defaultdict(set)
    function = ""
    for line in disassembly.splitlines():
        if line.endswith(">:"):
            function = line.partition("<")[2][:-2]
        elif instruction := _BEYOND_X86_BASELINE.search(line):
            found[function].add(instruction[1])
    return dict(found)
