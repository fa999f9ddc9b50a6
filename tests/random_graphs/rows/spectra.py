"""Operators that compute spectra, and operators that take real numbers from complex ones."""

from choice import FLOAT, NotPossible
from row import Row

COMPLEX = "complex64"


def _power(c, dim):
    """A power of two for a transform's length, to which the dim is cut or padded with zeros."""
    return 2 ** c.integer(max(dim.bit_length() - 2, 0), dim.bit_length())


def _spectrum(c):
    """Operands of an RFFT2D: mostly frames, now and then images."""
    x = c.pick([FLOAT], range(2, 6), low=-8.0, high=8.0, when=lambda tensor: tensor.shape[-1] <= 33)
    rows, columns = c.shape(x)[-2:]
    if rows > 33:
        raise NotPossible
    # At least two columns, since the reference kernel gives rows of one column an imaginary part.
    return [x, c.sizes([1 if c.happens(0.5) else _power(c, rows), max(2, _power(c, columns))])]


def _rfft2d(c):
    return c.node("RFFT2D", _spectrum(c), [COMPLEX])


def _real_of(op):
    """A row of an operator that takes real numbers from a spectrum, directly or after a squeeze of a single row."""

    def choose(c):
        spectrum = c.first("RFFT2D", _spectrum(c), COMPLEX)
        if c.happens(0.3):
            spectrum = c.first("RESHAPE", [spectrum, c.sizes([-1])], COMPLEX)
        return c.node(op, [spectrum], [FLOAT])

    return Row(op, choose, weight=0.4)


def _sums(values, errors, results, params):
    """Growth of a spectrum, which adds every value of an image, rotated."""
    rows, columns = values[1]
    return errors[0] * float(rows) * float(columns)


ROWS = [
    Row("RFFT2D", _rfft2d, growth=_sums, weight=0.2),
    _real_of("COMPLEX_ABS"),
    _real_of("REAL"),
    _real_of("IMAG"),
]
