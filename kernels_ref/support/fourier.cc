#include "kernels_ref/support/fourier.h"

#include <cstddef>
#include <numbers>
#include <utility>

namespace litevk::ref {
namespace {

// Returns `index` with its bits reversed; indices are below `size`, a power of two.
size_t Reversed(size_t index, size_t size) {
  size_t reversed = 0;
  for (size_t bit = 1; bit < size; bit *= 2) {
    reversed = reversed * 2 + (index & 1);
    index /= 2;
  }
  return reversed;
}

}  // namespace

void FourierTransform(std::vector<Complex>& values) {
  const size_t size = values.size();
  for (size_t index = 0; index < size; ++index) {
    if (const size_t other = Reversed(index, size); index < other) std::swap(values[index], values[other]);
  }
  for (size_t half = 1; half < size; half *= 2) {
    for (size_t offset = 0; offset < half; ++offset) {
      const Complex turn =
          std::polar(1.0, -std::numbers::pi * static_cast<double>(offset) / static_cast<double>(half));
      for (size_t first = offset; first < size; first += 2 * half) {
        const Complex turned = values[first + half] * turn;
        values[first + half] = values[first] - turned;
        values[first] += turned;
      }
    }
  }
}

}  // namespace litevk::ref
