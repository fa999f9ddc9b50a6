// Quantized operands of a node, read and written as quantized values rather than the floats that they mean.
#pragma once

#include <cstddef>
#include <span>

#include "onnx/facts/node_facts.h"
#include "onnx/write/emitter.h"
#include "onnx/write/node_results.h"
#include "onnx/write/tensor_values.h"

namespace litevk::to_onnx {

class QuantizedOperands {
 public:
  // The arguments must outlive this object.
  QuantizedOperands(const NodeFacts& node, TensorValues& values, Emitter& onnx, NodeResults& results)
      : node_(node), values_(values), onnx_(onnx), results_(results) {}

  // ReadForm returns an input's quantized values as FormOf() has them. ReadScaled returns them less the zero
  // point, times a factor. ReadAsFloats returns 8-bit or 16-bit integers as floats, ignoring their scale.
  Name ReadForm(size_t index, const Permutation& permutation);
  Name ReadScaled(size_t index, const Permutation& permutation, float multiplier);
  Name ReadAsFloats(size_t index, const Permutation& permutation);
  // Returns an input's values less the lowest one of their type, as indices of a table.
  Name ReadIndices(size_t index, const Permutation& permutation);
  // Looks up an input in a table. The table has an element of `type` for each value of the input's type, the
  // lowest first.
  Name LookedUp(size_t index, const Permutation& permutation, ir::DataType type,
                std::span<const std::byte> table);

  // Returns a result in that layout as the quantized values of an output.
  Name Rounded(size_t output, const Name& value, const Permutation& permutation);
  // Returns floats as an output's quantized values, with a quantization that the operator prescribes.
  Name RoundedIn(size_t output, const Name& value, const ir::Quantization& quantization);
  // Returns floats as the nearest integers of an output, ties rounded away from zero.
  Name Nearest(size_t output, const Name& value);
  // Returns the floats that an output's quantized values mean.
  Name Dequantized(size_t output, const Name& quantized, const Permutation& permutation);
  // Returns a result quantized to an output and dequantized again. Runtimes fuse an operator with the
  // quantization behind it, so nothing else may stand between them.
  Name QuantizedAndBack(size_t output, const Name& value, const Permutation& permutation);

  // Writes quantized values as the output, in a layout in which it may be written.
  void Write(size_t index, const Name& quantized, const Permutation& permutation);
  // Looks up input 0 in a table of the output's type, and writes the result as the output.
  void WriteLookedUp(std::span<const std::byte> table);
  // Writes an output from floats in units of 2^-bits of its quantized step. `permutation` must be one in
  // which the output may be written. Like TFLite, rounds twice: to units first, then ties away from zero.
  void WriteParts(size_t index, const Name& parts, int bits, const Permutation& permutation);
  // True if WriteParts() is exact for the output.
  bool TakesParts(size_t index, int bits) const;

 private:
  // Nearest() without onnxruntime's integer kernels, some of which round ties to even.
  Name NearestExactly(size_t output, const Name& value);

  const NodeFacts& node_;
  TensorValues& values_;
  Emitter& onnx_;
  NodeResults& results_;
};

}  // namespace litevk::to_onnx
