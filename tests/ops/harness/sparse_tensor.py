"""Encodes dense arrays in TFLite's sparse tensor format (traversal order, dense and CSR levels)."""

import numpy as np
from ai_edge_litert import schema_py_generated as schema


def encode(values, sparse):
    """(SparsityParametersT, stored values) of a dense array; `sparse` as in README.md."""
    levels = _in_traversal_order(values, sparse)
    parameters = schema.SparsityParametersT()
    parameters.traversalOrder = sparse["traversal"]
    parameters.blockMap = sparse.get("block_map")
    parameters.dimMetadata = []
    prefixes = [()]
    for size, kind in zip(levels.shape, sparse["format"]):
        metadata, prefixes = _encode_level(levels, prefixes, size, kind)
        parameters.dimMetadata.append(metadata)
    return parameters, np.array([levels[prefix] for prefix in prefixes], dtype=values.dtype)


def _in_traversal_order(values, sparse):
    """One axis per level: the blocked dims, then the dims inside a block, permuted."""
    block = dict(zip(sparse.get("block_map", []), sparse.get("block_size", [])))
    split, outer, inner = [], [], []
    for axis, size in enumerate(values.shape):
        outer.append(len(split))
        split.append(size // block.get(axis, 1))
        if axis in block:
            inner.append(len(split))
            split.append(block[axis])
    expanded = values.reshape(split).transpose(outer + inner)
    return expanded.transpose(sparse["traversal"])


def _encode_level(levels, prefixes, size, kind):
    metadata = schema.DimensionMetadataT()
    if kind == "d":
        metadata.format, metadata.denseSize = schema.DimensionType.DENSE, size
        return metadata, [prefix + (i,) for prefix in prefixes for i in range(size)]
    metadata.format = schema.DimensionType.SPARSE_CSR
    segments, kept = [0], []
    for prefix in prefixes:
        kept += [prefix + (i,) for i in range(size) if np.any(levels[prefix + (i,)])]
        segments.append(len(kept))
    metadata.arraySegmentsType, metadata.arraySegments = _index_vector(segments)
    metadata.arrayIndicesType, metadata.arrayIndices = _index_vector([prefix[-1] for prefix in kept])
    return metadata, kept


def _index_vector(values):
    """The smallest vector type that holds the values, as converters choose it."""
    for bits in ("Uint8", "Uint16", "Int32"):
        limit = {"Uint8": 1 << 8, "Uint16": 1 << 16, "Int32": 1 << 31}[bits]
        if max(values, default=0) < limit:
            break
    vector = getattr(schema, f"{bits}VectorT")()
    vector.values = values
    return getattr(schema.SparseIndexVector, f"{bits}Vector"), vector
