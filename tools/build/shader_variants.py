"""The variants of a shader, by the macros of its lines "// Variant", and the keys that their modules are looked up by."""
import re

# The members of gpu::Variant, with the macros of a line "// Variant" that set them. Other macros are no part of a module's
# key: they change its implementation only.
KEY_MEMBERS = {
    "read": {frozenset({"TEXELS"}): "gpu::Read::kTexels"},
    "tail": {frozenset({"SCALAR_SOURCE"}): "gpu::Tail::kSource", frozenset({"RAGGED"}): "gpu::Tail::kOutput",
             frozenset({"SCALAR_SOURCE", "RAGGED"}): "gpu::Tail::kBoth"},
    "subgroups": {frozenset({"SUBGROUPS"}): "true"},
    "dot_products": {frozenset({"DOT_PRODUCTS"}): "true"},
}


def variants_of(source):
    """The macros of each variant, keyed by its name, from lines such as `// Variant texels: TEXELS PAIRS`. The shader without
    macros has an empty name."""
    return {"": []} | {name: macros.split() for name, macros in re.findall(r"^// Variant (\w+): (.+)$", source, re.M)}


def key_of(macros):
    """Returns C++ for the gpu::Variant of a module with these macros."""
    members = []
    for member, values in KEY_MEMBERS.items():
        own = frozenset().union(*values) & frozenset(macros)
        members += [f".{member} = {values[own]}"] if own else []
    return f"{{{', '.join(members)}}}"


def keys_of(stem, variants):
    """The keys of a shader's modules, by name. Fails if two modules have the same key."""
    keys = {name: key_of(macros) for name, macros in variants.items()}
    if len(set(keys.values())) != len(keys):
        raise SystemExit(f"{stem}: expected another key for each variant, found {keys}")
    return keys


def scope_of(variant):
    """The namespace of a module's data."""
    return f"{variant}_variant" if variant else "own"
