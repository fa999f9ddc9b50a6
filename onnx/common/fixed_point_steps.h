// Fixed-point arithmetic in int64, for sums that exceed float64's precision. Bit for bit TFLite's.
#pragma once

#include "onnx/write/emitter.h"
#include "runtime/opset/quantized/fixed_point.h"

namespace litevk::to_onnx {

class FixedPointSteps {
 public:
  // Adds nodes by `onnx`, which may write an inner graph.
  explicit FixedPointSteps(const Emitter& onnx) : onnx_(onnx) {}

  // Returns the lower 32 bits of a value, as int64.
  Name Narrowed(const Name& value);
  // Floor returns a value divided by a power of two, rounded down. HasHalfAbove returns 1 if ties away from
  // zero need an increment after that, else 0.
  Name Floor(const Name& value, const Name& power);
  Name HasHalfAbove(const Name& value, const Name& power);

  // Write HighProduct, Rescale and Rescale64 of runtime/opset/quantized/fixed_point.h and fixed_point_math.h.
  Name HighProduct(const Name& left, const Name& right);
  Name Rescaled(const Name& value, const FixedPoint& multiplier);
  Name Rescaled64(const Name& value, const FixedPoint& multiplier);

 private:
  Emitter onnx_;
};

}  // namespace litevk::to_onnx
