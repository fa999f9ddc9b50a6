// COMPLEX_ABS, REAL and IMAG: map each complex number to a real one.
#pragma once

#include <complex>

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Applies fn, which takes a complex number and returns a real one.
template <typename T, typename Fn>
Status ApplyToComplex(const KernelArgs& args, Fn fn) {
  const int64_t count = args.outputs[0].dims().NumElements();
  const auto* input = args.inputs[0].data<std::complex<T>>();
  T* output = args.outputs[0].data<T>();
  for (int64_t index = 0; index < count; ++index) output[index] = fn(input[index]);
  return {};
}

}  // namespace litevk::ref
