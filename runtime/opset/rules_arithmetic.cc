// Versions of arithmetic operators and conversions between types.
#include <algorithm>

#include "runtime/opset/version_rules.h"

namespace litevk {
namespace {

using Type = schema::TensorType;

// Whether the tensor has quantization parameters, if only empty ones: TFLite's word for quantized here.
bool IsQuantized(const schema::Tensor* tensor) {
  return tensor != nullptr && tensor->quantization() != nullptr;
}

bool BroadcastsAboveFourDims(const OpSignature& signature) {
  return signature.input_dims(0) != signature.input_dims(1) &&
         std::max(signature.input_rank(0), signature.input_rank(1)) > 4;
}

// int16 in and out, with scales that are not all powers of two.
template <typename Options>
bool HasAnyScaleInt16(const OpSignature& signature) {
  const auto* options = signature.options<Options>();
  return signature.input_type(0) == Type::INT16 && signature.output_type(0) == Type::INT16 &&
         options != nullptr && !options->pot_scale_int16();
}

// Whether the product of quantized inputs is scaled up, or kept, on its way to the output.
bool RescalesByOneOrMore(const OpSignature& signature) {
  const auto a = ScalesOf(signature.input(0));
  const auto b = ScalesOf(signature.input(1));
  const auto out = ScalesOf(signature.output(0));
  if (a.empty() || b.empty() || out.empty() || a[0] == 0 || b[0] == 0 || out[0] == 0) return false;
  return a[0] * b[0] / out[0] >= 1.0F;
}

// A scale for each of at least two slices along the quantized dimension.
bool HasScalesPerChannel(const schema::Tensor* tensor) {
  if (ScalesOf(tensor).size() < 2) return false;
  return HasScalePerSlice(tensor, static_cast<size_t>(tensor->quantization()->quantized_dimension()));
}

}  // namespace

int VersionOfAbs(const OpSignature& signature) {
  const Type type = signature.input_type(0);
  if (type == Type::INT32) return 5;
  if (type == Type::INT16) return IsQuantized(signature.input(0)) ? 3 : 4;
  return type == Type::INT8 || type == Type::UINT8 ? 2 : 1;
}

int VersionOfAdd(const OpSignature& signature) {
  const Type type = signature.input_type(0);
  if (type == Type::FLOAT16) return 6;
  if (type == Type::INT16 && !IsQuantized(signature.input(0))) return 5;
  if (type == Type::INT64) return 4;
  if (HasAnyScaleInt16<schema::AddOptions>(signature)) return 3;
  return type == Type::INT8 ? 2 : 1;
}

int VersionOfSub(const OpSignature& signature) {
  if (HasAnyScaleInt16<schema::SubOptions>(signature)) return 5;
  if (signature.input_type(0) == Type::INT64) return 4;
  if (BroadcastsAboveFourDims(signature)) return 3;
  return signature.input_type(0) == Type::INT8 ? 2 : 1;
}

int VersionOfMul(const OpSignature& signature) {
  const Type type = signature.input_type(0);
  const bool is_quantized = IsQuantized(signature.input(0)) || IsQuantized(signature.input(1));
  if (type == Type::FLOAT16) return 8;
  if (type == Type::UINT32 || (type == Type::INT16 && !is_quantized)) return 7;
  if (type == Type::COMPLEX64) return 6;
  if (type == Type::INT64) return 5;
  if (type == Type::INT16) return 4;
  if (RescalesByOneOrMore(signature)) return 3;
  return type == Type::INT8 ? 2 : 1;
}

int VersionOfDiv(const OpSignature& signature) { return BroadcastsAboveFourDims(signature) ? 2 : 1; }

int VersionOfMaximum(const OpSignature& signature) {
  if (signature.input_type(0) == Type::INT16 && signature.output_type(0) == Type::INT16) return 4;
  if (BroadcastsAboveFourDims(signature)) return 3;
  return signature.input_type(0) == Type::INT8 ? 2 : 1;
}

int VersionOfCast(const OpSignature& signature) {
  const Type from = signature.input_type(0);
  const Type to = signature.output_type(0);
  const auto either = [&](Type type) { return from == type || to == type; };
  if (IsFloat8(from) || IsFloat8(to)) return 9;
  if (either(Type::INT2) || either(Type::UINT4)) return 8;
  if (either(Type::BFLOAT16)) return 7;
  if (from == Type::INT4 && to == Type::FLOAT32) return 6;
  if (either(Type::FLOAT64) || either(Type::FLOAT16)) return 5;
  if (either(Type::UINT16)) return 4;
  if (either(Type::INT8)) return 3;
  return either(Type::UINT32) ? 2 : 1;
}

int VersionOfDequantize(const OpSignature& signature) {
  const Type type = signature.input_type(0);
  if (IsFloat8(type)) return 9;
  if (type == Type::UINT4) return 8;
  if (type == Type::INT2) return 7;
  if (type == Type::INT4) return 6;
  if (type == Type::INT16 || type == Type::FLOAT16) return 3;
  if (type != Type::INT8) return 1;
  return HasScalesPerChannel(signature.input(0)) ? 5 : 2;
}

int VersionOfQuantize(const OpSignature& signature) {
  const Type from = signature.input_type(0);
  const Type to = signature.output_type(0);
  if (from == Type::UINT4 || to == Type::UINT4) return 5;
  if (from == Type::INT4 || to == Type::INT4) return 4;
  if (HasScalesPerChannel(signature.output(0))) return 3;
  return to == Type::INT16 ? 2 : 1;
}

int VersionOfWhere(const OpSignature& signature) { return signature.input_type(0) == Type::BOOL ? 1 : 2; }

}  // namespace litevk
