// The discrete Fourier transform, in double precision.
#pragma once

#include <complex>
#include <vector>

namespace litevk::ref {

using Complex = std::complex<double>;

// Transforms as many numbers as a power of two says, in their place.
void FourierTransform(std::vector<Complex>& values);

}  // namespace litevk::ref
