// The writer of a TFLite node, for the files of onnx/ops, and the macro that makes each file a row of
// the table of operators.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "onnx/facts/op_row.h"
#include "onnx/facts/open_axes.h"
#include "onnx/facts/orders.h"
#include "onnx/facts/scaled_operands.h"
#include "onnx/facts/size_uses.h"
#include "onnx/facts/states.h"
#include "onnx/write/graph_writer.h"
#include "onnx/write/subgraph_calls.h"
#include "onnx/write/tensor_values.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/shapes/shape_inference.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {

// Options of the user and the conversion that operators read.
struct OpSettings {
  int opset = 17;
  bool folds_halves = false;
  bool follows_roundings = false;  // computes quantized values as TFLite does, bit for bit if possible
  std::vector<SizeUse>* size_uses = nullptr;  // see PrepareOptions
  RunDims* run_dims = nullptr;                // see PrepareOptions
  OpenAxes* open_axes = nullptr;              // heights, widths and lengths that have no fixed size
};

class NodeWriter {
 public:
  // Everything that surrounds a node.
  struct Place {
    const ir::Graph& graph;
    const ir::Node& node;
    const NodeLayout& layout;
    const OpRow& row;
    const OpSettings& settings;
    TensorValues& values;
    GraphWriter& writer;
    States& states;
    SubgraphCalls& subgraphs;
  };

  explicit NodeWriter(const Place& place);

  template <typename T>
  const T& params() const {
    return place_.node.params.As<T>();
  }
  const ir::Params& all_params() const { return place_.node.params; }
  const OpSettings& settings() const { return place_.settings; }

  size_t input_count() const { return place_.node.inputs.size(); }
  size_t output_count() const { return place_.node.outputs.size(); }
  bool has(size_t input) const;
  const ir::Tensor& input(size_t index) const;
  const ir::Tensor& output(size_t index) const;
  // inputs() returns all inputs, null for absent ones. intermediates() returns the tensors without values,
  // whose scales parameterize the node.
  std::vector<const ir::Tensor*> inputs() const;
  std::vector<const ir::Tensor*> intermediates() const;
  // Return the layouts in which the plan lets the node read and write its operands.
  const Order& order(size_t input) const { return place_.layout.inputs[input]; }
  const Order& output_order(size_t output) const { return place_.layout.outputs[output]; }
  const ColumnOrder& columns() const { return place_.layout.columns; }

  // Returns the input in the plan's layout or in another one, in a type for which onnxruntime has a kernel.
  // Quantized values become floats.
  Name Read(size_t index);
  Name Read(size_t index, const Order& order);
  // Returns the input in the plan's layout, under other dims.
  Name ReadReshaped(size_t index, const std::vector<int64_t>& dims);
  // Returns the input as it is stored, without dequantization.
  Name ReadStored(size_t index, const Order& order);
  // Makes `value`, in that layout or the plan's, the node's output, converted to the output's type.
  void Write(size_t index, const Name& value);
  void Write(size_t index, const Name& value, const Order& order);
  // True if the node reads a quantized input as floats.
  bool reads_scale(size_t input) const { return scaled_.input(input); }
  // True if the node's float result becomes a quantized output.
  bool is_scaled(size_t output) const { return scaled_.output(output); }
  // Returns a result in that layout as the quantized values of an output.
  Name Rounded(size_t output, const Name& value, const Order& order);
  // Returns a result quantized to an output and dequantized again. Runtimes fuse an operator with the
  // quantization behind it, so nothing else may stand between them.
  Name Settled(size_t output, const Name& value, const Order& order);
  // ReadNumbers returns 8-bit or 16-bit integers as floats, ignoring their scale. NearestNumbers returns
  // floats as the nearest integers of an output, ties rounded away from zero.
  Name ReadNumbers(size_t index, const Order& order);
  Name NearestNumbers(size_t output, const Name& value);
  // ReadForm returns an input's quantized values as FormOf() has them. ReadScaled returns them less the zero
  // point, times a factor.
  Name ReadForm(size_t index, const Order& order);
  Name ReadScaled(size_t index, const Order& order, float factor);
  // Writes an output from floats in units of 2^-bits of its quantized step. `order` must be one in which the
  // output may be written. Like TFLite, rounds twice: to units first, then ties away from zero.
  void WriteParts(size_t index, const Name& parts, int bits, const Order& order);
  // True if WriteParts() is exact for the output.
  bool TakesParts(size_t index, int bits) const;
  // Returns floats as an output's quantized values, with a quantization that the operator prescribes.
  Name RoundedIn(size_t output, const Name& value, const ir::Quantization& quantization);
  // Writes such values, or those of Rounded(), as the output, in a layout in which it may be written.
  void WriteNumbers(size_t index, const Name& numbers, const Order& order);
  // Returns the dequantized values of an output.
  Name Meaning(size_t output, const Name& numbers, const Order& order);
  // Looks up an input in a table. The table has an element of `type` for each value of the input's type, the
  // lowest first.
  Name LookedUp(size_t input, const Order& order, ir::DataType type, std::span<const std::byte> table);
  // ReadPlaces returns an input's values less the lowest one of their type, as indices of a table. LookedUpAt
  // returns a table's elements, of that type, at such indices.
  Name ReadPlaces(size_t index, const Order& order);
  Name LookedUpAt(const Name& places, ir::DataType type, std::span<const std::byte> table);
  // Looks up input 0 in a table of the output's type, and writes the result as the output.
  void WriteLookedUp(std::span<const std::byte> table);
  // Writes a value of the output's own type as the output.
  void WriteStored(size_t index, const Name& value, const Order& order);

  // True if sums of products of an input have 64 bits, and their multipliers 16 bits.
  bool has_wide_sums(size_t input) const;
  // True if a stored bias exceeds 32 bits, to which onnxruntime truncates a layer's bias.
  bool has_wide_bias(size_t index) const;
  // Returns a bias of any dims as the vector that ONNX's layers take.
  Name ReadBiasVector(size_t index);
  // Returns a value, whose channels lie in dim 1, with a bias added.
  Name AddBias(const Name& value, size_t bias, size_t rank);

  // ReadState returns the current value of the state behind an input. WriteState sets the next one.
  Name ReadState(size_t index);
  void WriteState(size_t index, const Name& value);

  // Returns the values of an integer input. Fails if they are computed at run time.
  Result<std::vector<int64_t>> Known(size_t index) const;

  Name Add(std::string_view op, const std::vector<Name>& inputs, const Attributes& attributes = {});
  std::vector<Name> AddMany(std::string_view op, const std::vector<Name>& inputs,
                            const Attributes& attributes, size_t results);
  // Constants: a vector of int64, one of int64 or float, and one of a tensor's own type (floats if
  // quantized).
  Name Dims(const std::vector<int64_t>& values);
  Name Floats(const std::vector<float>& values, const std::vector<int64_t>& dims);
  Name Doubles(const std::vector<double>& values, const std::vector<int64_t>& dims);
  Name Ints(const std::vector<int64_t>& values, const std::vector<int64_t>& dims);
  Name Int(int64_t value);
  Name Float(float value);
  Name NumberLike(const ir::Tensor& tensor, double value);

  // Clips a value of one type to the range of another integer type.
  Name WithinRange(const Name& value, ir::DataType type, ir::DataType range);

  // Returns weights with their columns in the plan's order.
  Name ReadColumns(size_t index);
  // Returns the values of stored weights less their zero points, with columns in the plan's order.
  Name ReadWholeColumns(size_t index);
  Name Reordered(const Name& value, const ir::Shape& dims, const Order& from, const Order& to);
  // Returns the slice of a STRIDED_SLICE node.
  Result<ir::SliceRange> ResolveSlice() const;

  Name Cast(const Name& value, ir::DataType type);
  // Squeeze removes the dims of 1 at these axes, and Unsqueeze inserts them at these axes of the result.
  // Slice returns the elements from starts to ends.
  Name Squeeze(const Name& value, const std::vector<int64_t>& axes);
  Name Unsqueeze(const Name& value, const std::vector<int64_t>& axes);
  Name Slice(const Name& value, const std::vector<int64_t>& starts, const std::vector<int64_t>& ends,
             const std::vector<int64_t>& axes);
  Name Pad(const Name& value, const std::vector<int64_t>& pads, const Name& filler);
  Name Concat(const std::vector<Name>& values, int64_t axis);
  Name Reshape(const Name& value, const std::vector<int64_t>& dims);
  Name Transpose(const Name& value, const std::vector<int64_t>& permutation);

  // Returns the writer of called subgraphs.
  SubgraphCalls& subgraphs() { return place_.subgraphs; }
  GraphWriter& writer() { return place_.writer; }

  // Fails if the operator did not write an output, or a type was read for which onnxruntime has no kernel.
  // Also fails for floats of an output whose scale is 0.
  Status CheckWritten() const;
  // Reports how ONNX computes this node differently from TFLite. `reason` is a literal.
  void Approximate(std::string_view reason) { approximation_ = reason; }
  std::string_view approximation() const { return approximation_; }

 private:
  // NearestNumbers() without onnxruntime's integer kernels, some of which round ties to even.
  Name NearestExactly(size_t output, const Name& value);
  // Returns the type to which a value is cast for computation; the same type: no cast.
  ir::DataType MovedAs(ir::DataType type) const;
  bool IsNative(ir::DataType type) const;
  // Returns a value of type `own` in a type for which onnxruntime has a kernel.
  Name AsNative(const Name& value, ir::DataType own);
  // True if the node computes constant weights whose columns are in the plan's order.
  bool MakesColumns() const { return place_.node.inputs.size() == 1 && !columns().dims.empty(); }
  Name ReadBias(size_t index);

  Place place_;
  ScaledOperands scaled_;
  std::vector<bool> written_;
  std::string_view approximation_;
  bool lacks_state_ = false;      // a state that was read or written is missing
  bool divides_by_zero_ = false;  // a QuantizeLinear divides by an output's scale of 0
  std::string unknown_type_;      // a type that was read, and for which onnxruntime has no kernel
};

}  // namespace litevk::to_onnx

// Defines kOnnxRow_<stem>. Outside of any namespace:
//   LITEVK_ONNX_OP(abs, .write = [](NodeWriter& node) { return Unary(node, "Abs"); })
#define LITEVK_ONNX_OP(stem, ...)                                             \
  namespace litevk {                                                          \
  extern const OpInfo kOpInfo_##stem;                                         \
  namespace to_onnx {                                                         \
  extern const OpRow kOnnxRow_##stem = {.info = kOpInfo_##stem, __VA_ARGS__}; \
  }                                                                           \
  }
