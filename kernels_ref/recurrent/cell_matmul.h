// Matrix-vector multiplication by a recurrent cell's weights: float32 or, in a hybrid operator, int8 with one
// scale.
#pragma once

#include "kernels_ref/recurrent/recurrent.h"

namespace litevk::ref {

// Adds weights * vector to `total`. For integer weights the vector is quantized for this call only,
// symmetrically or not, as in TFLite.
void AddMatmul(const ConstView& weights, const float* vector, bool is_asymmetric, Vector& total);

// Returns a vector of weights as floats.
Vector ReadVector(const ConstView& weights);

}  // namespace litevk::ref
