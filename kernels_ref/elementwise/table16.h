// Operators of one quantized input of 16 bits that compute in floats, by a table
// (runtime/opset/quantized/table16.h).
#pragma once

#include <cstdint>

#include "kernels_ref/elementwise/quantized_unary.h"
#include "runtime/opset/quantized/table16.h"

namespace litevk::ref {

// Applies fn, which takes and returns float.
template <typename Fn>
Status ApplyTable16(const KernelArgs& args, Fn fn) {
  const UnaryScales scales(args);
  const Table16 table(Scale16<float>{scales.from.scale, scales.from.zero_point},
                      Scale16<float>{scales.to.scale, scales.to.zero_point}, fn);
  return ApplyUnary<int16_t>(args, [&](int16_t integer) { return table[integer]; });
}

}  // namespace litevk::ref
