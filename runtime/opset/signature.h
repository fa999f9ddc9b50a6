// Signatures: the types and quantization parameters that an operator accepts for each operand.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/numeric_class.h"
#include "runtime/opset/type_set.h"

namespace litevk {

// The quantization parameters that an operand must have if they affect the result. A value is scale *
// (quantized value - zero point). Scales are finite and not negative
// (https://ai.google.dev/edge/litert/conversion/tensorflow/quantization/quantization_spec).
enum class Scaling : uint8_t {
  kUnstated,            // the signature states it for all operands at once (Signature::quantized)
  kPlain,               // no scale: the stored integers are the values
  kPerTensor,           // one scale, and one zero point that the type can hold
  kSymmetric,           // one scale, and a zero point of 0
  kPerChannel,          // a scale for each slice along an axis, or one for all of them; every zero point is 0
  kPerTensorOrChannel,  // kPerTensor, or kPerChannel
  kOfProducts,          // sums of products of two inputs, in the product of their scales; the tensor's own
                        // parameters only repeat that and are ignored, as in TFLite
  kLikeProducts,  // like kOfProducts, for the two inputs before the operand; if the second has one scale, the
                  // operand's scale is within 0.02 of the output's scale from their product
  kUnread,        // any parameters, which the operator ignores
  kLikeInput,     // the scale and zero point of another input
  kFixed,         // a scale and a zero point that the operator prescribes
  kFixedScale,    // a scale that the operator prescribes, and one zero point that the type can hold
  kNearFixed,     // like kFixed, but with a relative tolerance of a thousandth
  kNearPower,     // like kFixed, for a power of two, with a tolerance of a thousandth of an octave
  kPerBlock,      // a scale for each block of a row, and zero points of 0
};

// How a signature treats quantization parameters if its operands do not state a scaling.
enum class Quantized : uint8_t {
  kRefused,     // quantized tensors are refused, as they would need quantized arithmetic
  kMoved,       // values are moved or selected unchanged, whatever the parameters are
  kMovedAlike,  // like kMoved, but operands of the output's type, unless that is float32, have its parameters
  kConverted,   // QUANTIZE and DEQUANTIZE: the operator converts between parameters
  kMovedEven,   // like kMovedAlike, and the zero point of int16 is 0
};

// The types of one operand and its quantization parameters. A set of types converts to an operand without
// parameters.
struct OperandType {
  constexpr OperandType(TypeSet set) : types(set) {}         // NOLINT: a set of types states no scaling
  constexpr OperandType(ir::DataType type) : types(type) {}  // NOLINT
  constexpr OperandType(std::initializer_list<ir::DataType> list) : types(list) {}
  constexpr OperandType(TypeSet set, Scaling parameters, int channel_axis = 0)
      : types(set), scaling(parameters), axis(channel_axis) {}

  TypeSet types;
  Scaling scaling = Scaling::kUnstated;
  // True if TFLite's kernels ignore the zero points of kSymmetric and kPerChannel, which then count as 0.
  bool takes_any_zero_point = false;
  // True if TFLite's kernels ignore the axis of kPerChannel. Scales that a file states along another dim with
  // as many slices then apply along this one.
  bool takes_any_axis = false;
  int axis = 0;        // channel axis of kPerChannel and kPerTensorOrChannel
  size_t input = 0;    // the other input of kLikeInput
  float scale = 0;     // prescribed scale of kFixed and kFixedScale
  int zero_point = 0;  // prescribed zero point of kFixed
};

constexpr OperandType Plain(TypeSet types) { return {types, Scaling::kPlain}; }
constexpr OperandType PerTensor(TypeSet types) { return {types, Scaling::kPerTensor}; }
constexpr OperandType Symmetric(TypeSet types) { return {types, Scaling::kSymmetric}; }
constexpr OperandType PerChannel(TypeSet types, int axis) { return {types, Scaling::kPerChannel, axis}; }
constexpr OperandType PerTensorOrChannel(TypeSet types, int axis) {
  return {types, Scaling::kPerTensorOrChannel, axis};
}
constexpr OperandType WithAnyZeroPoint(OperandType operand) {
  operand.takes_any_zero_point = true;
  return operand;
}
constexpr OperandType AlongAnyAxis(OperandType operand) {
  operand.takes_any_axis = true;
  return operand;
}
constexpr OperandType OfProducts(TypeSet types) { return {types, Scaling::kOfProducts}; }
constexpr OperandType LikeProducts(TypeSet types) { return {types, Scaling::kLikeProducts}; }
constexpr OperandType Unread(TypeSet types) { return {types, Scaling::kUnread}; }
constexpr OperandType LikeInput(TypeSet types, size_t input) {
  OperandType operand(types, Scaling::kLikeInput);
  operand.input = input;
  return operand;
}
constexpr OperandType PerBlock(TypeSet types) { return {types, Scaling::kPerBlock}; }
constexpr OperandType Fixed(TypeSet types, float scale, int zero_point, Scaling scaling = Scaling::kFixed) {
  OperandType operand(types, scaling);
  operand.scale = scale;
  operand.zero_point = zero_point;
  return operand;
}
constexpr OperandType FixedScale(TypeSet types, float scale) {
  OperandType operand(types, Scaling::kFixedScale);
  operand.scale = scale;
  return operand;
}

// The name of a record's only signature, or of the one that reads no quantization parameters.
inline constexpr std::string_view kPlainSignature = "plain";

// Examples of signatures:
//   {.element = kNumeric, .inputs = {kT, kIndex}, .outputs = {kT}}
//   {.name = "int8", .inputs = {PerTensor(kInt8), PerChannel(kInt8, 0)}, .outputs = {PerTensor(kInt8)}}
struct Signature {
  // Name that binds the CPU's functions and the GPU's kernels to the signature. Unique in the record.
  std::string_view name = kPlainSignature;
  TypeSet element = {};              // the types that kT stands for
  std::vector<OperandType> inputs;   // the last one repeats for further inputs when `variadic`
  std::vector<OperandType> outputs;  // the last one repeats for further outputs
  int required_inputs = -1;          // inputs from this index on may be absent; -1: all are required
  bool variadic = false;
  bool variadic_outputs = false;  // any number that the node's options state, which shape inference checks
  Quantized quantized = Quantized::kRefused;  // used if no operand states its scaling
  // How far a float result may be from the reference kernels'. Nothing: as the record says. Integer results
  // are exact in every class.
  std::optional<NumericClass> numeric_class = {};

  const OperandType& input(size_t index) const { return inputs[std::min(index, inputs.size() - 1)]; }
  const OperandType& output(size_t index) const { return outputs[std::min(index, outputs.size() - 1)]; }
  // True if an operand states its scaling.
  bool StatesScaling() const;
  // Returns a text such as "T, int32 | int64 -> T; T: float32, int32". A T of one type is written as that
  // type.
  std::string ToString() const;
};

// Tensors of a node; null: absent.
using OperandTensors = std::span<const ir::Tensor* const>;

// True if the signature takes this many inputs and those that it requires are present.
bool TakesInputs(const Signature& signature, OperandTensors inputs);

// True if the signature has `count` outputs.
bool HasOutputs(const Signature& signature, size_t count);

// True if the signature takes these tensors by their number and types.
bool TypesMatch(const Signature& signature, OperandTensors inputs, OperandTensors outputs);

// True if the signature accepts the quantization parameters of the tensors, whose types match.
bool ScalingMatches(const Signature& signature, OperandTensors inputs, OperandTensors outputs);

// Returns the first of `rows` whose signature accepts the tensors. Otherwise returns the last that accepts
// their types, so that a diagnostic is about quantization. Rows that state a scaling follow the plain one.
// Returns the end if no types match.
template <typename Rows, typename Projection = std::identity>
auto MatchSignature(const Rows& rows, OperandTensors inputs, OperandTensors outputs,
                    Projection signature_of = {}) {
  auto matched = rows.end();
  for (auto row = rows.begin(); row != rows.end(); ++row) {
    const Signature& signature = std::invoke(signature_of, *row);
    if (!TypesMatch(signature, inputs, outputs)) continue;
    if (ScalingMatches(signature, inputs, outputs)) return row;
    matched = row;
  }
  return matched;
}

// Returns the texts of the signatures of `rows`: "T -> T; T: float32, int32 or int8 -> int8".
template <typename Rows, typename Projection = std::identity>
std::string ToString(const Rows& rows, Projection signature_of = {}) {
  std::string text;
  for (const auto& row : rows) {
    text += (text.empty() ? "" : " or ") + std::invoke(signature_of, row).ToString();
  }
  return text;
}

// Returns a diagnostic if a required input is absent and the signature accepts all other tensors: "bias is
// absent, expected int32". Empty otherwise.
std::string MissingInput(const Signature& signature, OperandTensors inputs, OperandTensors outputs,
                         std::span<const std::string_view> names);

// Returns the first diagnostic that MissingInput gives for one of `rows`.
template <typename Rows, typename Projection = std::identity>
std::string MissingInputOf(const Rows& rows, OperandTensors inputs, OperandTensors outputs,
                           std::span<const std::string_view> names, Projection signature_of = {}) {
  std::string missing;
  for (auto row = rows.begin(); missing.empty() && row != rows.end(); ++row) {
    missing = MissingInput(std::invoke(signature_of, *row), inputs, outputs, names);
  }
  return missing;
}

// Returns the diagnostic if no signature matches: "types are int8 -> int8, expected T -> T; T: float32,
// int32".
std::string TypeMismatch(std::string_view expected, OperandTensors inputs, OperandTensors outputs);

// Returns the types whose elements the signature moves unchanged, so that all tensors must have equal
// parameters. TFLite ignores parameters of float32, whoever set them.
TypeSet TypesMovedAlike(const Signature& signature);

// Returns true if the tensor is int16 with a zero point that the signature does not accept.
bool HasOffsetInt16(const Signature& signature, const ir::Tensor& tensor);

// Returns the first tensor whose quantization the signature, which states no scaling, does not accept; null
// if there is none.
const ir::Tensor* FindMisquantized(const Signature& signature, OperandTensors inputs, OperandTensors outputs);

// Ok if the tensors, whose types match, have the quantization parameters that the signature states. Else a
// diagnostic that begins with the operand's name, from `input_names` or `output_names`.
Status CheckScaling(const Signature& signature, OperandTensors inputs, OperandTensors outputs,
                    std::span<const std::string_view> input_names,
                    std::span<const std::string_view> output_names);

}  // namespace litevk
