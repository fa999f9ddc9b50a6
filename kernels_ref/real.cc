#include "kernels_ref/elementwise/complex_parts.h"
#include "kernels_ref/support/kernel_row.h"

namespace litevk::ref {

template <typename T>
static Status Real(const KernelArgs& args) {
  return ApplyToComplex<T>(args, [](std::complex<T> value) { return value.real(); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(real, {{"complex64", &Real<float>}, {"complex128", &Real<double>}})
