// Versions of the operators that multiply by a filter or weights.
#include "runtime/opset/version_rules.h"

namespace litevk {
namespace {

using Type = schema::TensorType;

// float32 input, int8 weights.
bool IsHybrid(const OpSignature& signature) {
  return signature.Has(Type::FLOAT32, Type::INT8, Type::FLOAT32);
}

// int16 input, int8 weights. TFLite takes FLOAT32, the options' default, for a choice too.
template <typename Options>
bool ChoosesBiasType(const OpSignature& signature) {
  return signature.Has(Type::INT16, Type::INT8, Type::INT16) && signature.options<Options>() != nullptr;
}

bool IsGrouped(const OpSignature& signature) {
  const std::vector<int> input = signature.input_dims(0);
  const std::vector<int> filter = signature.input_dims(1);
  return input.size() == 4 && filter.size() == 4 && input[3] != filter[3];
}

bool IsSparse(const schema::Tensor* tensor) { return tensor != nullptr && tensor->sparsity() != nullptr; }

}  // namespace

int VersionOfConv2d(const OpSignature& signature) {
  if (ChoosesBiasType<schema::Conv2DOptions>(signature)) return 8;
  if (IsGrouped(signature)) return 6;
  // TFLite looks at output 1 here, which the operator does not have.
  if (signature.Has(Type::INT16, Type::INT16, Type::INT16)) return 4;
  if (signature.Has(Type::INT8, Type::INT8, Type::INT8)) return 3;
  if (signature.Has(Type::INT8, Type::INT4, Type::INT8)) return 7;
  if (IsHybrid(signature)) return HasScalePerSlice(signature.input(1), 0) ? 5 : 2;
  return 1;
}

int VersionOfDepthwiseConv2d(const OpSignature& signature) {
  if (signature.Has(Type::INT16, Type::INT16, Type::INT16)) return 5;
  if (IsHybrid(signature)) return HasScalePerSlice(signature.input(1), 3) ? 6 : 4;
  if (signature.Has(Type::INT8, Type::INT8, Type::INT8)) return 3;
  if (signature.Has(Type::INT8, Type::INT4, Type::INT8)) return 7;
  const auto* options = signature.options<schema::DepthwiseConv2DOptions>();
  const bool is_dilated =
      options != nullptr && (options->dilation_w_factor() != 1 || options->dilation_h_factor() != 1);
  return is_dilated ? 2 : 1;
}

int VersionOfTransposeConv(const OpSignature& signature) {
  // As in TFLite, which asks for the types of inputs 0 and 1 here: input 0 is the output's shape, so no node
  // that runs needs version 5.
  const auto* options = signature.options<schema::TransposeConvOptions>();
  if (ChoosesBiasType<schema::TransposeConvOptions>(signature)) return 5;
  if (options != nullptr && options->fused_activation_function() != schema::ActivationFunctionType::NONE) {
    return 4;
  }
  if (signature.input_count() == 4 && signature.input(3) != nullptr) return 3;
  return signature.input_type(1) == Type::INT8 ? 2 : 1;
}

int VersionOfFullyConnected(const OpSignature& signature) {
  const auto* options = signature.options<schema::FullyConnectedOptions>();
  if (signature.input_type(1) == Type::INT2) return 14;
  if (signature.Has(Type::INT16, Type::INT4, Type::INT16)) return 13;
  if (IsHybrid(signature) && HasScalePerSlice(signature.input(1), 0)) return 12;
  if (ChoosesBiasType<schema::FullyConnectedOptions>(signature)) return 11;
  if (IsSparse(signature.input(1))) return 8;
  if (signature.Has(Type::INT16, Type::INT16, Type::INT16)) return 7;
  if (signature.input_count() == 2) return 6;
  if (options != nullptr && options->keep_num_dims()) return 5;
  if (signature.Has(Type::INT8, Type::INT8, Type::INT8)) return 4;
  if (signature.Has(Type::INT8, Type::INT4, Type::INT8)) return 10;
  if (IsHybrid(signature)) return options != nullptr && options->asymmetric_quantize_inputs() ? 9 : 3;
  const bool is_shuffled =
      options != nullptr &&
      options->weights_format() == schema::FullyConnectedOptionsWeightsFormat::SHUFFLED4x16INT8;
  return is_shuffled ? 2 : 1;
}

int VersionOfBatchMatmul(const OpSignature& signature) {
  if (signature.input_type(0) == Type::INT16) return 3;
  if (signature.input_type(0) == Type::INT8) return 2;
  const auto* options = signature.options<schema::BatchMatMulOptions>();
  return IsHybrid(signature) && options != nullptr && options->asymmetric_quantize_inputs() ? 4 : 1;
}

int VersionOfEmbeddingLookup(const OpSignature& signature) {
  const schema::Tensor* values = signature.input(1);
  const bool has_scale_per_row = ScalesOf(values).size() > 1 && HasScalePerSlice(values, 0);
  if (signature.input_type(1) == Type::INT4 || has_scale_per_row) return 4;
  return signature.input_type(1) == Type::INT2 ? 5 : 1;
}

}  // namespace litevk
