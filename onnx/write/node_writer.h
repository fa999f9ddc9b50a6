// The writer of a TFLite node, for the files of onnx/ops, and the macro that makes each file a row of
// the table of operators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "onnx/facts/node_facts.h"
#include "onnx/facts/states.h"
#include "onnx/write/emitter.h"
#include "onnx/write/graph_writer.h"
#include "onnx/write/node_results.h"
#include "onnx/write/quantized_operands.h"
#include "onnx/write/subgraph_calls.h"
#include "onnx/write/tensor_values.h"
#include "runtime/base/status.h"

namespace litevk::to_onnx {

// Reads and writes the operands of the node whose facts it has. The ONNX nodes between them are added by
// onnx(), which helpers that know no TFLite node take alone.
class NodeWriter : public NodeFacts {
 public:
  // Parts of the conversion that the node changes.
  struct Target {
    TensorValues& values;
    GraphWriter& writer;
    States& states;
    SubgraphCalls& subgraphs;
  };

  NodeWriter(const NodeContext& context, const Target& target);
  NodeWriter(const NodeWriter&) = delete;
  NodeWriter& operator=(const NodeWriter&) = delete;

  Emitter& onnx() { return onnx_; }
  QuantizedOperands& quantized() { return quantized_; }
  SubgraphCalls& subgraphs() { return target_.subgraphs; }

  // Returns the input in the plan's layout or in another one, in a type for which onnxruntime has a kernel.
  // Quantized values become floats.
  Name Read(size_t index);
  Name Read(size_t index, const Permutation& permutation);
  // Returns the input in the plan's layout, under other dims.
  Name ReadReshaped(size_t index, const std::vector<int64_t>& dims);
  // Returns the input as it is stored, without dequantization.
  Name ReadStored(size_t index, const Permutation& permutation);
  // Returns weights with their columns in the plan's order.
  Name ReadColumns(size_t index);
  // Returns the values of stored weights less their zero points, with columns in the plan's order.
  Name ReadWholeColumns(size_t index);

  // Makes `value`, in that layout or the plan's, the node's output, converted to the output's type.
  void Write(size_t index, const Name& value);
  void Write(size_t index, const Name& value, const Permutation& permutation);
  // Writes a value of the output's own type as the output.
  void WriteStored(size_t index, const Name& value, const Permutation& permutation);

  // ReadState returns the current value of the state behind an input. WriteState sets the next one.
  Name ReadState(size_t index);
  void WriteState(size_t index, const Name& value);

  // Returns a constant scalar of the type in which the node reads a tensor.
  Name ScalarLike(const ir::Tensor& tensor, double value);
  // Returns a value with those dims in another layout.
  Name Reordered(const Name& value, const ir::Shape& dims, const Permutation& from, const Permutation& to);

  // Fails if the operator did not write an output, or a type was read for which onnxruntime has no kernel.
  // Also fails for floats of an output whose scale is 0.
  Status CheckWritten() const { return results_.Check(); }
  // Reports how ONNX computes this node differently from TFLite. `reason` is a literal.
  void Approximate(std::string_view reason) { approximation_ = reason; }
  std::string_view approximation() const { return approximation_; }

 private:
  // Returns the type to which a value is cast for computation; the same type: no cast.
  ir::DataType MovedAs(ir::DataType type) const;
  bool IsNative(ir::DataType type) const;
  // Returns a value of type `own` in a type for which onnxruntime has a kernel.
  Name AsNative(const Name& value, ir::DataType own);
  Name ReadBias(size_t index);
  // Returns the state behind an input. Refuses the node and returns null if there is none.
  State* FindState(size_t index);

  Target target_;
  Emitter onnx_;
  NodeResults results_;
  QuantizedOperands quantized_;
  std::string_view approximation_;
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
