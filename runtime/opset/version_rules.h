// Rules of OpInfo::needed_version that several records share, and helpers for the records' own rules. A rule
// returns the lowest version whose kernels take a node's types and options. TFLite's
// GetBuiltinOperatorVersion computes the same when a converter writes a model.
#pragma once

#include <algorithm>
#include <vector>

#include "runtime/opset/op_signature.h"

namespace litevk {

using enum schema::TensorType;

inline int OnlyVersion1(const OpSignature& /*signature*/) { return 1; }

struct When {
  schema::TensorType type;
  int version;
};

template <When... kRows>
int VersionFor(schema::TensorType type) {
  int version = 1;
  ((type == kRows.type ? void(version = kRows.version) : void()), ...);
  return version;
}

// The rule of operators whose version follows from the type of one operand.
template <size_t kInput, When... kRows>
int ByInput(const OpSignature& signature) {
  return VersionFor<kRows...>(signature.input_type(kInput));
}

template <When... kRows>
int ByOutput(const OpSignature& signature) {
  return VersionFor<kRows...>(signature.output_type(0));
}

inline constexpr auto kInt8Is2 = ByInput<0, When{INT8, 2}>;
inline constexpr auto kInt8Is2Int16Is3 = ByInput<0, When{INT8, 2}, When{INT16, 3}>;
inline constexpr auto kInt8AndInt16Are2 = ByInput<0, When{INT8, 2}, When{INT16, 2}>;
inline constexpr auto kFloat16Is2 = ByInput<0, When{FLOAT16, 2}>;

inline bool IsFloat8(schema::TensorType type) { return type == FLOAT8_E4M3FN || type == FLOAT8_E5M2; }

// True if the tensor has quantization parameters, even empty ones. TFLite calls that quantized.
inline bool IsQuantized(const schema::Tensor* tensor) {
  return tensor != nullptr && tensor->quantization() != nullptr;
}

// True if there is a scale for each of at least two slices along the quantized dimension.
inline bool HasScalesPerChannel(const schema::Tensor* tensor) {
  if (ScalesOf(tensor).size() < 2) return false;
  return HasScalePerSlice(tensor, static_cast<size_t>(tensor->quantization()->quantized_dimension()));
}

inline bool BroadcastsAboveFourDims(const OpSignature& signature) {
  return signature.input_dims(0) != signature.input_dims(1) &&
         std::max(signature.input_rank(0), signature.input_rank(1)) > 4;
}

// True for int16 input and output with scales that are not all powers of two.
template <typename Options>
bool HasAnyScaleInt16(const OpSignature& signature) {
  const auto* options = signature.options<Options>();
  return signature.input_type(0) == INT16 && signature.output_type(0) == INT16 && options != nullptr &&
         !options->pot_scale_int16();
}

// True for float32 input and int8 weights.
inline bool IsDynamicInt8(const OpSignature& signature) { return signature.Has(FLOAT32, INT8, FLOAT32); }

// True for int16 input and int8 weights. TFLite counts FLOAT32, the options' default, as a choice too.
template <typename Options>
bool ChoosesBiasType(const OpSignature& signature) {
  return signature.Has(INT16, INT8, INT16) && signature.options<Options>() != nullptr;
}

// Checks the types of the input, the input-to-forget weights and the output of both LSTM operators.
inline bool HasLstmTypes(const OpSignature& signature, schema::TensorType input, schema::TensorType weights,
                         schema::TensorType output) {
  return signature.input_type(0) == input && signature.input_type(2) == weights &&
         signature.output_type(0) == output;
}

template <typename Options>
bool IsAsymmetric(const OpSignature& signature) {
  const auto* options = signature.options<Options>();
  return options != nullptr && options->asymmetric_quantize_inputs();
}

// The rule of MAXIMUM and MINIMUM.
inline int VersionOfMaximum(const OpSignature& signature) {
  if (signature.input_type(0) == INT16 && signature.output_type(0) == INT16) return 4;
  if (BroadcastsAboveFourDims(signature)) return 3;
  return signature.input_type(0) == INT8 ? 2 : 1;
}

// The rule of PAD and PADV2.
inline int VersionOfPad(const OpSignature& signature) {
  const schema::TensorType type = signature.input_type(0);
  if (IsFloat8(type)) return 6;
  if (type == BOOL) return 5;
  if (signature.input_rank(0) > 4) return 4;
  if (type == INT16) return 3;
  return type == INT8 ? 2 : 1;
}

// The rule of SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND.
inline int VersionOfSpaceToBatchNd(const OpSignature& signature) {
  if (signature.input_type(0) == INT16) return 4;
  if (signature.input_rank(0) != 4) return 3;
  return signature.input_type(0) == INT8 ? 2 : 1;
}

}  // namespace litevk
