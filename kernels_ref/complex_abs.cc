#include "kernels_ref/elementwise/complex_parts.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

template <typename T>
static Status ComplexAbs(const KernelArgs& args) {
  return ApplyToComplex<T>(args, [](std::complex<T> value) { return std::abs(value); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(complex_abs, {{"complex64", &ComplexAbs<float>}, {"complex128", &ComplexAbs<double>}})
