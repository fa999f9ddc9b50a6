// Which types and quantization parameters an operator takes where.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/type_set.h"

namespace litevk {

// What the quantization parameters of an operand have to be, where they decide what the operator computes:
// value = scale * (number - zero point), with scales that are finite and above 0
// (https://ai.google.dev/edge/litert/conversion/tensorflow/quantization/quantization_spec).
enum class Scaling : uint8_t {
  kUnstated,    // the record says it of all operands at once (OpInfo::quantized)
  kPerTensor,   // one scale, and one zero point that the type can hold
  kPerChannel,  // a scale for each slice along an axis, or one for all of them; every zero point is 0
  kOfProducts,  // sums of products of the first two inputs, in the product of their scales: its own
                // parameters only repeat that, and are not read, as in TFLite
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
  int axis = 0;  // of kPerChannel
};

constexpr OperandType PerTensor(TypeSet types) { return {types, Scaling::kPerTensor}; }
constexpr OperandType PerChannel(TypeSet types, int axis) { return {types, Scaling::kPerChannel, axis}; }
constexpr OperandType OfProducts(TypeSet types) { return {types, Scaling::kOfProducts}; }

// {.element = kNumeric, .inputs = {kT, kIndex}, .outputs = {kT}}
// {.inputs = {PerTensor(kInt8), PerChannel(kInt8, 0)}, .outputs = {PerTensor(kInt8)}}
struct Signature {
  TypeSet element = {};              // the types that kT stands for
  std::vector<OperandType> inputs;   // the last one repeats for further inputs when `variadic`
  std::vector<OperandType> outputs;  // the last one repeats for further outputs
  int required_inputs = -1;          // inputs from this index on may be absent; -1: all are required
  bool variadic = false;
  bool variadic_outputs = false;  // as many as a node's options say, which shape inference compares

  const OperandType& input(size_t index) const { return inputs[std::min(index, inputs.size() - 1)]; }
  const OperandType& output(size_t index) const { return outputs[std::min(index, outputs.size() - 1)]; }
  // Whether an operand states its quantization, so that all of the operator's arithmetic is in integers.
  bool IsQuantized() const;
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

// The index of the first signature that takes tensors of these types; nothing: none does.
std::optional<size_t> MatchSignature(std::span<const Signature> signatures, OperandTensors inputs,
                                     OperandTensors outputs);

// Says that no signature takes them: "types are int8 -> int8, expected T -> T; T: float32, int32".
std::string TypeMismatch(std::span<const Signature> signatures, OperandTensors inputs,
                         OperandTensors outputs);

// Ok when the tensors, whose types match, have the quantization parameters that the signature states; else a
// sentence that begins with the operand's name, of `input_names` or `output_names`.
Status CheckScaling(const Signature& signature, OperandTensors inputs, OperandTensors outputs,
                    std::span<const std::string_view> input_names,
                    std::span<const std::string_view> output_names);

}  // namespace litevk
