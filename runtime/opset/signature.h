// Which types and quantization parameters an operator takes where.
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

// What the quantization parameters of an operand have to be, where they decide what the operator computes:
// value = scale * (number - zero point), with scales that are finite and not below 0
// (https://ai.google.dev/edge/litert/conversion/tensorflow/quantization/quantization_spec).
enum class Scaling : uint8_t {
  kUnstated,            // the signature says it of all operands at once (Signature::quantized)
  kPlain,               // no scale: the numbers mean themselves
  kPerTensor,           // one scale, and one zero point that the type can hold
  kSymmetric,           // one scale, and a zero point of 0
  kPerChannel,          // a scale for each slice along an axis, or one for all of them; every zero point is 0
  kPerTensorOrChannel,  // kPerTensor, or kPerChannel
  kOfProducts,    // sums of products of two inputs, in the product of their scales: its own parameters only
                  // repeat that, and are not read, as in TFLite
  kLikeProducts,  // the same of the two inputs before it; where the second has one scale, its own scale is
                  // within 0.02 of the output's from their product
  kUnread,        // any parameters, which mean nothing to the operator
  kLikeInput,     // the scale and zero point of another input
  kFixed,         // a scale and a zero point that the operator prescribes
  kFixedScale,    // a scale that the operator prescribes, and one zero point that the type can hold
  kNearFixed,     // kFixed, but the scale may differ from that by a thousandth
  kNearPower,  // kFixed, whose scale is a power of two, and a scale within a thousandth of an octave of that
  kPerBlock,   // a scale for each block of a row, and zero points of 0
};

// What a signature does with quantization parameters where its operands do not state their scaling.
enum class Quantized : uint8_t {
  kRefused,     // the operator would need quantized arithmetic
  kMoved,       // values are moved or selected unread, whatever the parameters are
  kMovedAlike,  // the same, but operands of the output's type, unless that is float32, have its parameters
  kConverted,   // QUANTIZE and DEQUANTIZE: the parameters are what the operator is about
  kMovedEven,   // kMovedAlike, and the zero point of int16 is 0
};

// The types of one operand, and its quantization parameters. A set of types alone is an operand too.
struct OperandType {
  constexpr OperandType(TypeSet set) : types(set) {}         // NOLINT: a set of types states no scaling
  constexpr OperandType(ir::DataType type) : types(type) {}  // NOLINT
  constexpr OperandType(std::initializer_list<ir::DataType> list) : types(list) {}
  constexpr OperandType(TypeSet set, Scaling parameters, int channel_axis = 0)
      : types(set), scaling(parameters), axis(channel_axis) {}

  TypeSet types;
  Scaling scaling = Scaling::kUnstated;
  // True where TFLite's kernels do not look at the zero points of kSymmetric and kPerChannel, which then
  // count as 0.
  bool takes_any_zero_point = false;
  // True where TFLite's kernels do not look at the axis of kPerChannel: scales that a file states along
  // another dim of as many slices are those along this one.
  bool takes_any_axis = false;
  int axis = 0;        // of kPerChannel and kPerTensorOrChannel
  size_t input = 0;    // of kLikeInput
  float scale = 0;     // of kFixed and kFixedScale
  int zero_point = 0;  // of kFixed
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

// The name of a record's only signature, and of the one that reads no quantization parameters.
inline constexpr std::string_view kPlainSignature = "plain";

// {.element = kNumeric, .inputs = {kT, kIndex}, .outputs = {kT}}
// {.name = "int8", .inputs = {PerTensor(kInt8), PerChannel(kInt8, 0)}, .outputs = {PerTensor(kInt8)}}
struct Signature {
  // What the CPU's functions and the GPU's kernels are bound by: no other signature of the record has it.
  std::string_view name = kPlainSignature;
  TypeSet element = {};              // the types that kT stands for
  std::vector<OperandType> inputs;   // the last one repeats for further inputs when `variadic`
  std::vector<OperandType> outputs;  // the last one repeats for further outputs
  int required_inputs = -1;          // inputs from this index on may be absent; -1: all are required
  bool variadic = false;
  bool variadic_outputs = false;  // as many as a node's options say, which shape inference compares
  Quantized quantized = Quantized::kRefused;  // where no operand states its scaling
  // How far a float result may be from the reference kernels'; nothing: as the record says. Integers are the
  // same whatever the class.
  std::optional<NumericClass> numeric_class = {};

  const OperandType& input(size_t index) const { return inputs[std::min(index, inputs.size() - 1)]; }
  const OperandType& output(size_t index) const { return outputs[std::min(index, outputs.size() - 1)]; }
  // True if an operand states its scaling.
  bool StatesScaling() const;
  // "T, int32 | int64 -> T; T: float32, int32". A T of one type is called by its name.
  std::string ToString() const;
};

// Tensors of a node; null: absent.
using OperandTensors = std::span<const ir::Tensor* const>;

// Whether the signature takes as many inputs, and those that it requires are there.
bool TakesInputs(const Signature& signature, OperandTensors inputs);

// Whether the signature has as many outputs.
bool HasOutputs(const Signature& signature, size_t count);

// Whether the signature takes as many tensors of these types.
bool TypesMatch(const Signature& signature, OperandTensors inputs, OperandTensors outputs);

// True if the tensors, whose types match, have quantization parameters that the signature takes.
bool ScalingMatches(const Signature& signature, OperandTensors inputs, OperandTensors outputs);

// Returns the first of `rows` whose signature takes the tensors; else the last that takes their types, whose
// quantization is then what to complain of: rows that state a scaling follow the plain one. Else the end.
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

// Says which required input is absent where the signature takes all other tensors: "bias is absent, expected
// int32". Empty: it does not, or nothing is absent.
std::string MissingInput(const Signature& signature, OperandTensors inputs, OperandTensors outputs,
                         std::span<const std::string_view> names);

// Returns the first such sentence of `rows`.
template <typename Rows, typename Projection = std::identity>
std::string MissingInputOf(const Rows& rows, OperandTensors inputs, OperandTensors outputs,
                           std::span<const std::string_view> names, Projection signature_of = {}) {
  std::string missing;
  for (auto row = rows.begin(); missing.empty() && row != rows.end(); ++row) {
    missing = MissingInput(std::invoke(signature_of, *row), inputs, outputs, names);
  }
  return missing;
}

// Says that none takes them: "types are int8 -> int8, expected T -> T; T: float32, int32".
std::string TypeMismatch(std::string_view expected, OperandTensors inputs, OperandTensors outputs);

// Returns the types whose elements the signature moves unread, so that their parameters have to be equal in
// all tensors. Parameters of float32 mean nothing to TFLite, whoever left them there.
TypeSet TypesMovedAlike(const Signature& signature);

// Returns whether the tensor is of int16 with a zero point that the signature does not take.
bool HasOffsetInt16(const Signature& signature, const ir::Tensor& tensor);

// Returns the first tensor whose quantization the signature, which states no scaling, does not take. Null:
// none.
const ir::Tensor* FindMisquantized(const Signature& signature, OperandTensors inputs, OperandTensors outputs);

// Ok when the tensors, whose types match, have the quantization parameters that the signature states; else a
// sentence that begins with the operand's name, of `input_names` or `output_names`.
Status CheckScaling(const Signature& signature, OperandTensors inputs, OperandTensors outputs,
                    std::span<const std::string_view> input_names,
                    std::span<const std::string_view> output_names);

}  // namespace litevk
