// Writer that the files of runtime/onnx/ops write a node of TFLite's with, and the macro that makes them rows
// of the table of operators that ONNX has.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/onnx/graph_writer.h"
#include "runtime/onnx/op_row.h"
#include "runtime/onnx/open_axes.h"
#include "runtime/onnx/orders.h"
#include "runtime/onnx/scaled_operands.h"
#include "runtime/onnx/size_uses.h"
#include "runtime/onnx/states.h"
#include "runtime/onnx/subgraph_calls.h"
#include "runtime/onnx/tensor_values.h"
#include "runtime/opset/shape_inference.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::to_onnx {

// Requests of the user, and of the conversion around, as operators see them.
struct OpSettings {
  int opset = 17;
  bool folds_halves = false;
  bool follows_roundings = false;  // computes numbers with a scale as TFLite does, bit for bit where it can
  std::vector<SizeUse>* size_uses = nullptr;  // see PrepareOptions
  RunDims* run_dims = nullptr;                // see PrepareOptions
  OpenAxes* open_axes = nullptr;              // which heights, widths and lengths have no one size
};

class NodeWriter {
 public:
  // All of a node's surroundings.
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
  // Returns all inputs, null where one is absent, and the tensors without values, whose scales say how the
  // node computes.
  std::vector<const ir::Tensor*> inputs() const;
  std::vector<const ir::Tensor*> intermediates() const;
  // Returns the orders in which the plan has the node read and write its operands.
  const Order& order(size_t input) const { return place_.layout.inputs[input]; }
  const Order& output_order(size_t output) const { return place_.layout.outputs[output]; }
  const ColumnOrder& columns() const { return place_.layout.columns; }

  // Returns the input in the order of the plan, or in another one, in a type that onnxruntime has a kernel
  // for. Numbers with a scale become floats.
  Name Read(size_t index);
  Name Read(size_t index, const Order& order);
  // Returns the input in the order of the plan, under other dims.
  Name ReadReshaped(size_t index, const std::vector<int64_t>& dims);
  // Returns the input as it is stored.
  Name ReadStored(size_t index, const Order& order);
  // Makes `value`, in that order or the plan's, the node's output, in its own type.
  void Write(size_t index, const Name& value);
  void Write(size_t index, const Name& value, const Order& order);
  // Says whether an input has numbers with a scale that the node reads, as floats.
  bool reads_scale(size_t input) const { return scaled_.input(input); }
  // Says whether what the node makes of floats is a tensor of numbers with a scale.
  bool is_scaled(size_t output) const { return scaled_.output(output); }
  // Returns a result in that order as the numbers of an output.
  Name Rounded(size_t output, const Name& value, const Order& order);
  // Returns what those numbers mean. Runtimes fuse an operator with the rounding behind it, so that nothing
  // else may stand between them.
  Name Settled(size_t output, const Name& value, const Order& order);
  // Returns integers of 8 or 16 bits as floats, whatever scale they have, and floats as the nearest numbers
  // of an output, with halves away from zero.
  Name ReadNumbers(size_t index, const Order& order);
  Name NearestNumbers(size_t output, const Name& value);
  // Returns the numbers of an input as FormOf() has them, and those above its zero point, times a factor.
  Name ReadForm(size_t index, const Order& order);
  Name ReadScaled(size_t index, const Order& order, float factor);
  // Makes floats that count parts of 2^-bits of an output's numbers that output, in an order in which it may
  // be written. They are rounded to parts first, and then halves away from zero, as TFLite rounds twice.
  void WriteParts(size_t index, const Name& parts, int bits, const Order& order);
  // Says whether it does so without a loss.
  bool TakesParts(size_t index, int bits) const;
  // Returns floats as numbers of an output in a scale that the operator prescribes.
  Name RoundedIn(size_t output, const Name& value, const ir::Quantization& quantization);
  // Makes such numbers, or those of Rounded(), the output, in an order in which it may be written.
  void WriteNumbers(size_t index, const Name& numbers, const Order& order);
  // Returns what the numbers of an output mean.
  Name Meaning(size_t output, const Name& numbers, const Order& order);
  // Returns a table's elements, of that type, one for each number of an input, the lowest first.
  Name LookedUp(size_t input, const Order& order, ir::DataType type, std::span<const std::byte> table);
  // Returns the numbers of an input counted from the lowest one of their type, which are places in a table;
  // and a table's elements of that type at places.
  Name ReadPlaces(size_t index, const Order& order);
  Name LookedUpAt(const Name& places, ir::DataType type, std::span<const std::byte> table);
  // Makes such elements of input 0, of the output's type, the output.
  void WriteLookedUp(std::span<const std::byte> table);
  // Makes a value of the output's own type the output.
  void WriteStored(size_t index, const Name& value, const Order& order);

  // Says whether sums of products of an input have 64 bits, and factors of 16 bits.
  bool has_wide_sums(size_t input) const;
  // Says whether a stored bias has numbers beyond 32 bits, to which onnxruntime cuts those of a layer.
  bool has_wide_bias(size_t index) const;
  // Returns a bias, whatever its dims, as the vector that layers of ONNX take.
  Name ReadBiasVector(size_t index);
  // Returns a value in whose dim 1 the channels lie with a bias added to them.
  Name AddBias(const Name& value, size_t bias, size_t rank);

  // Returns the current value of the state that an input stands for, and makes another one its value.
  Name ReadState(size_t index);
  void WriteState(size_t index, const Name& value);

  // Returns the values of an integer input, or says that a run computes them.
  Result<std::vector<int64_t>> Known(size_t index) const;

  Name Add(std::string_view op, const std::vector<Name>& inputs, const Attributes& attributes = {});
  std::vector<Name> AddMany(std::string_view op, const std::vector<Name>& inputs,
                            const Attributes& attributes, size_t results);
  // Constants: a vector of int64, one of int64 or float, and one of a tensor's own type (its floats').
  Name Dims(const std::vector<int64_t>& values);
  Name Floats(const std::vector<float>& values, const std::vector<int64_t>& dims);
  Name Doubles(const std::vector<double>& values, const std::vector<int64_t>& dims);
  Name Ints(const std::vector<int64_t>& values, const std::vector<int64_t>& dims);
  Name Int(int64_t value);
  Name Float(float value);
  Name NumberLike(const ir::Tensor& tensor, double value);

  // Returns a value of one type within the range of another one's integers.
  Name WithinRange(const Name& value, ir::DataType type, ir::DataType range);

  // Returns weights with their columns in the order of the plan.
  Name ReadColumns(size_t index);
  // Returns the numbers of stored weights above their zero points in that order.
  Name ReadWholeColumns(size_t index);
  Name Reordered(const Name& value, const ir::Shape& dims, const Order& from, const Order& to);
  // Returns the slice that the node, a STRIDED_SLICE, takes.
  Result<ir::SliceRange> ResolveSlice() const;

  Name Cast(const Name& value, ir::DataType type);
  // Returns a value without its dims of 1 at these places, with new ones at these places of the result, and
  // its elements from starts to ends.
  Name Squeeze(const Name& value, const std::vector<int64_t>& axes);
  Name Unsqueeze(const Name& value, const std::vector<int64_t>& axes);
  Name Slice(const Name& value, const std::vector<int64_t>& starts, const std::vector<int64_t>& ends,
             const std::vector<int64_t>& axes);
  Name Pad(const Name& value, const std::vector<int64_t>& pads, const Name& filler);
  Name Concat(const std::vector<Name>& values, int64_t axis);
  Name Reshape(const Name& value, const std::vector<int64_t>& dims);
  Name Transpose(const Name& value, const std::vector<int64_t>& permutation);

  // Returns what subgraphs are written with.
  SubgraphCalls& subgraphs() { return place_.subgraphs; }
  GraphWriter& writer() { return place_.writer; }

  // Says which of the outputs the writer has left out, and which type onnxruntime does not compute with, or
  // that it has floats for an output whose scale is 0.
  Status CheckWritten() const;
  // Makes the report say how ONNX computes this node otherwise than TFLite, a literal.
  void Approximate(std::string_view reason) { approximation_ = reason; }
  std::string_view approximation() const { return approximation_; }

 private:
  // Returns the same without onnxruntime's integer kernels, some of which round halves to the even number.
  Name NearestExactly(size_t output, const Name& value);
  // Returns the type that a value of a type is cast to on its way; the type itself: none.
  ir::DataType MovedAs(ir::DataType type) const;
  bool IsNative(ir::DataType type) const;
  // Returns a value of that type in one that onnxruntime has a kernel for.
  Name AsNative(const Name& value, ir::DataType own);
  // Returns whether the node makes a constant weights whose columns are in the order of the plan.
  bool MakesColumns() const { return place_.node.inputs.size() == 1 && !columns().dims.empty(); }
  Name ReadBias(size_t index);

  Place place_;
  ScaledOperands scaled_;
  std::vector<bool> written_;
  std::string_view approximation_;
  bool lacks_state_ = false;      // one that was read or written
  bool divides_by_zero_ = false;  // a QuantizeLinear, by an output's scale
  std::string unknown_type_;      // one that was read, and that onnxruntime has no kernel for
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
