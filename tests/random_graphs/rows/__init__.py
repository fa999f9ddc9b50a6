"""One row an operator; what a file has in common is its module's."""

from rows import along_axes, elementwise, movement, neural, parts, quantized, spectra

_MODULES = (elementwise, movement, parts, along_axes, neural, quantized, spectra)
ROWS = {row.op: row for module in _MODULES for row in module.ROWS}
