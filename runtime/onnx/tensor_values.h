// The tensors of a TFLite graph as values of the ONNX graph: each in the order in which it was written, and
// in others that somebody reads.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/onnx/graph_writer.h"
#include "runtime/onnx/orders.h"

namespace litevk::to_onnx {

// Says whether the tensor has a scale that its numbers are multiplied with.
bool IsQuantized(const ir::Tensor& tensor);

class TensorValues {
 public:
  // Computes a tensor that depends on constants alone, in the order of its reader.
  using ComputeKnown = std::function<Name(ir::TensorId, const Order&)>;

  TensorValues(const ir::Graph& graph, GraphWriter& writer) : graph_(graph), writer_(writer) {}

  void set_compute_known(ComputeKnown compute) { compute_known_ = std::move(compute); }

  // Returns the value as the tensor's type has it, in that order, which may be longer than its rank.
  Name Read(ir::TensorId id, const Order& order);
  // Returns the floats that the numbers of a quantized constant stand for.
  Name ReadReal(ir::TensorId id, const Order& order);

  // Keeps the tensor's name for the graph's output, which leaves in that order. Called before anything else.
  void ReserveOutput(ir::TensorId id, const Order& order);
  // Returns the name of the graph's output. A tensor that is an output twice, or an input too, is copied.
  Name NameOutput(ir::TensorId id, const Order& order);
  // Makes the result of a node the tensor in that order, by the tensor's name where that is free.
  void DefineResult(ir::TensorId id, const Name& result, const Order& order);

  // Declares that the value of that name is the tensor in that order.
  void Define(ir::TensorId id, const Name& name, const Order& order);
  // Returns the names of the tensors that nodes write, but for the graph's outputs.
  const std::map<ir::TensorId, Name>& named() const { return named_; }
  bool IsDefined(ir::TensorId id) const { return written_.contains(id); }
  // Returns the order in which the tensor was written.
  const Order& WrittenOrder(ir::TensorId id) const { return written_.at(id); }

  // Returns a value in another order; `hint` begins the names of what does that.
  Name Reordered(const Name& value, const ir::Tensor& tensor, const Order& from, const Order& to,
                 const std::string& hint);

  Name ShapeConstant(const std::vector<int64_t>& values);

 private:
  using Key = std::pair<ir::TensorId, Order>;

  Name StoredValue(const ir::Tensor& tensor, const Order& order);
  Name Dequantized(const Name& value, const ir::Tensor& tensor, const Order& order);

  const ir::Graph& graph_;
  GraphWriter& writer_;
  ComputeKnown compute_known_;
  std::map<Key, Name> values_;
  std::map<Key, Name> reals_;
  std::map<ir::TensorId, Order> written_;
  std::map<Key, Name> reserved_;  // of outputs that nothing is yet
  std::map<ir::TensorId, Name> named_;
};

}  // namespace litevk::to_onnx
