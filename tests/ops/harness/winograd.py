"""The amplification of rounding errors by Winograd's convolution F(4x4, 3x3), derived from its transformations.

docs/design/winograd.md has the derivation and the errors that were measured.
"""

import math

import numpy as np

# Points at which the polynomials are evaluated, besides infinity (delegate/ops/conv/winograd.h).
POINTS = (0.0, math.sqrt(0.5), -math.sqrt(0.5), math.sqrt(2.0), -math.sqrt(2.0))
TILE = 4
TAPS = 3


def transforms(points=POINTS):
    """(A^T, G, B^T) of the Toom-Cook algorithm: the correlation of d and g is A^T ((G g) * (B^T d))."""
    at_infinity = [0.0] * (TILE - 1) + [1.0]
    output = np.column_stack([np.vander(points, TILE, increasing=True).T, at_infinity])
    taps = np.vstack([np.vander(points, TAPS, increasing=True), [0.0] * (TAPS - 1) + [1.0]])
    rows = []
    for i, point in enumerate(points):
        others = [other for other in points if other != point]
        lagrange = np.poly(others)[::-1] / np.prod([point - other for other in others])
        rows.append([*lagrange, 0.0])
    return output, taps, np.array([*rows, np.poly(points)[::-1]])


def amplification(points=POINTS):
    """The error of an output, in units of the error of a product of a weight and an input of magnitude one at most.

    Rows of the matrices amplify independent errors by their Euclidean norms. Scaling the rows changes nothing.
    """
    output, taps, data = transforms(points)
    products = np.linalg.norm(taps, axis=1) * np.linalg.norm(data, axis=1)
    one_dim = np.linalg.norm(output * products, axis=1).max()
    return one_dim**2


def applies(weights, params):
    """True if Winograd's algorithm can compute the CONV_2D; the lowering decides if it does."""
    ones = [params.get(name, 1) for name in ("strideH", "strideW", "dilationHFactor", "dilationWFactor")]
    return weights.ndim == 4 and weights.shape[1:3] == (TAPS, TAPS) and ones == [1] * 4
