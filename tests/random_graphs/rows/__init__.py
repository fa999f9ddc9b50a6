"""One row an operator; what a file has in common is its module's."""

from rows import along_axes, elementwise, movement, neural, parts, spectra

ROWS = {row.op: row for module in (elementwise, movement, parts, along_axes, neural, spectra) for row in module.ROWS}
