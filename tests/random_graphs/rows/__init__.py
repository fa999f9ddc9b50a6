"""The rows of all operators, one for each, in modules by topic. QUANTIZED has the rows of signatures that state scales."""

from rows import (
    along_axes,
    elementwise,
    movement,
    neural,
    parts,
    quantized,
    quantized_elementwise,
    quantized_layers,
    quantized_rows,
    spectra,
)

_MODULES = (elementwise, movement, parts, along_axes, neural, quantized, spectra)
ROWS = {row.op: row for module in _MODULES for row in module.ROWS}
_QUANTIZED = (quantized, quantized_elementwise, quantized_layers, quantized_rows)
QUANTIZED = {row.op: row for module in _QUANTIZED for row in module.QUANTIZED}
