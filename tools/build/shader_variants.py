"""The variants of a shader, by the macros of its lines "// Variant", and the keys that their modules are looked up by."""
import re

# The members of gpu::Variant by the macros of a line "// Variant" that set them. Any other macro says how a module does
# what its key says.
KEY_MEMBERS = {
    "read": {frozenset({"TEXELS"}): "gpu::Read::kTexels"},
    "tail": {frozenset({"SCALAR_SOURCE"}): "gpu::Tail::kSource", frozenset({"RAGGED"}): "gpu::Tail::kOutput",
             frozenset({"SCALAR_SOURCE", "RAGGED"}): "gpu::Tail::kBoth"},
    "subgroups": {frozenset({"SUBGROUPS"}): "true"},
    "dot_products": {frozenset({"DOT_PRODUCTS"}): "true"},
}


def variants_of(source):
    """The macros of the shader as it stands, which has no name, and of each variant by its name, from the lines
    `// Variant texels: TEXELS PAIRS`."""
    return {"": []} | {name: macros.split() for name, macros in re.findall(r"^// Variant (\w+): (.+)$", source, re.M)}


def key_of(macros):
    """C++ of the gpu::Variant that a module with these macros is."""
    members = []
    for member, values in KEY_MEMBERS.items():
        own = frozenset().union(*values) & frozenset(macros)
        members += [f".{member} = {values[own]}"] if own else []
    return f"{{{', '.join(members)}}}"


def keys_of(stem, variants):
    """The keys of a shader's modules, by name. No two have one key."""
    keys = {name: key_of(macros) for name, macros in variants.items()}
    if len(set(keys.values())) != len(keys):
        raise SystemExit(f"{stem}: expected another key for each variant, found {keys}")
    return keys


def scope_of(variant):
    """The namespace of a module's data."""
    return f"{variant}_variant" if variant else "own"
