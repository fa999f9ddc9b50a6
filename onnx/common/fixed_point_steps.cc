#include "onnx/common/fixed_point_steps.h"

namespace litevk::to_onnx {

Name FixedPointSteps::Narrowed(const Name& value) {
  return onnx_.Cast(onnx_.Cast(value, ir::DataType::kInt32), ir::DataType::kInt64);
}

Name FixedPointSteps::Floor(const Name& value, const Name& power) {
  return onnx_.Add("Div", {onnx_.Add("Sub", {value, onnx_.Add("Mod", {value, power})}), power});
}

Name FixedPointSteps::HasHalfAbove(const Name& value, const Name& power) {
  const Name half = onnx_.Add("Div", {onnx_.Add("Sub", {power, onnx_.Int(1)}), onnx_.Int(2)});
  const Name is_below_zero = onnx_.Cast(onnx_.Add("Less", {value, onnx_.Int(0)}), ir::DataType::kInt64);
  const Name rest = onnx_.Add("Mod", {value, power});
  return onnx_.Cast(onnx_.Add("Greater", {rest, onnx_.Add("Add", {half, is_below_zero})}),
                    ir::DataType::kInt64);
}

Name FixedPointSteps::HighProduct(const Name& left, const Name& right) {
  const Name product = onnx_.Add("Mul", {left, right});
  const Name raised = onnx_.Add("Add", {product, onnx_.Int(int64_t{1} << (kMultiplierBits - 1))});
  return Floor(raised, onnx_.Int(int64_t{1} << kMultiplierBits));
}

Name FixedPointSteps::Rescaled(const Name& value, const FixedPoint& multiplier) {
  const Name shifted = multiplier.left == 0
                           ? value
                           : Narrowed(onnx_.Add("Mul", {value, onnx_.Int(int64_t{1} << multiplier.left)}));
  Name product = HighProduct(shifted, onnx_.Int(multiplier.multiplier));
  if (multiplier.right == 0) return product;
  const Name power = onnx_.Int(int64_t{1} << multiplier.right);
  return onnx_.Add("Add", {Floor(product, power), HasHalfAbove(product, power)});
}

Name FixedPointSteps::Rescaled64(const Name& value, const FixedPoint& multiplier) {
  const WideMultiplier wide = Widen(multiplier);
  const Name product = onnx_.Add("Mul", {value, onnx_.Int(wide.multiplier)});
  const Name raised = onnx_.Add("Add", {product, onnx_.Int(int64_t{1} << (wide.right - 1))});
  return Narrowed(Floor(raised, onnx_.Int(int64_t{1} << wide.right)));
}

}  // namespace litevk::to_onnx
