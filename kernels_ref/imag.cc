#include "kernels_ref/elementwise/complex_parts.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

template <typename T>
static Status Imag(const KernelArgs& args) {
  return ApplyToComplex<T>(args, [](std::complex<T> value) { return value.imag(); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(imag, {{"complex64", &Imag<float>}, {"complex128", &Imag<double>}})
