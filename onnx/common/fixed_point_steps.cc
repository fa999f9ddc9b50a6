#include "onnx/common/fixed_point_steps.h"

#include "onnx.pb.h"
#include "onnx/facts/data_type.h"

namespace litevk::to_onnx {

Name FixedPointSteps::Int(int64_t value) {
  return writer_.Shared({::onnx::TensorProto::INT64, {}, std::as_bytes(std::span(&value, 1))}, "int");
}

Name FixedPointSteps::Cast(const Name& value, ir::DataType type) {
  return writer_.Add("Cast", {value}, {{"to", int64_t{OnnxType(type)}}});
}

Name FixedPointSteps::Narrowed(const Name& value) {
  return Cast(Cast(value, ir::DataType::kInt32), ir::DataType::kInt64);
}

Name FixedPointSteps::Floor(const Name& value, const Name& power) {
  return Add("Div", {Add("Sub", {value, Add("Mod", {value, power})}), power});
}

Name FixedPointSteps::HasHalfAbove(const Name& value, const Name& power) {
  const Name half = Add("Div", {Add("Sub", {power, Int(1)}), Int(2)});
  const Name is_below_zero = Cast(Add("Less", {value, Int(0)}), ir::DataType::kInt64);
  const Name rest = Add("Mod", {value, power});
  return Cast(Add("Greater", {rest, Add("Add", {half, is_below_zero})}), ir::DataType::kInt64);
}

Name FixedPointSteps::HighProduct(const Name& left, const Name& right) {
  const Name product = Add("Mul", {left, right});
  const Name raised = Add("Add", {product, Int(int64_t{1} << (kMultiplierBits - 1))});
  return Floor(raised, Int(int64_t{1} << kMultiplierBits));
}

Name FixedPointSteps::Rescaled(const Name& value, const FixedPoint& factor) {
  const Name shifted =
      factor.left == 0 ? value : Narrowed(Add("Mul", {value, Int(int64_t{1} << factor.left)}));
  Name product = HighProduct(shifted, Int(factor.multiplier));
  if (factor.right == 0) return product;
  const Name power = Int(int64_t{1} << factor.right);
  return Add("Add", {Floor(product, power), HasHalfAbove(product, power)});
}

Name FixedPointSteps::Rescaled64(const Name& value, const FixedPoint& factor) {
  const WideFactor wide = Widen(factor);
  const Name product = Add("Mul", {value, Int(wide.multiplier)});
  const Name raised = Add("Add", {product, Int(int64_t{1} << (wide.right - 1))});
  return Narrowed(Floor(raised, Int(int64_t{1} << wide.right)));
}

}  // namespace litevk::to_onnx
