// The discrete Fourier transform, in double precision.
#pragma once

#include <complex>
#include <vector>

namespace litevk::ref {

using Complex = std::complex<double>;

// Transforms the values in place. Their number is a power of two.
void FourierTransform(std::vector<Complex>& values);

}  // namespace litevk::ref
