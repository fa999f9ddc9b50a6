// The tensors of a TFLite graph as values of the ONNX graph: each in the order in which it was written, and
// in others that somebody reads.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/onnx/constant_names.h"
#include "runtime/onnx/graph_writer.h"
#include "runtime/onnx/orders.h"

namespace litevk::to_onnx {

// Difference of numbers of uint8 from those of int8 that mean the same.
inline constexpr int kRaise = 128;

// Returns the tensor as it is between nodes that compute with its scale. Numbers of int8 are uint8, 128
// higher, since that is what onnxruntime has kernels of everywhere; edges of the graph keep their type.
ir::Tensor FormOf(const ir::Tensor& tensor);
// Makes a tensor's numbers of 8 bits those of FormOf().
void TakeForm(const ir::Tensor& tensor, std::span<std::byte> numbers);

class TensorValues {
 public:
  // Computes a tensor that depends on constants alone, in the order of its reader.
  using ComputeKnown = std::function<Name(ir::TensorId, const Order&)>;
  // Has a matrix that depends on constants alone defined with its columns in another order, where it can be.
  using ComputeColumns = std::function<void(ir::TensorId, const ColumnOrder&)>;

  TensorValues(const ir::Graph& graph, GraphWriter& writer, int opset)
      : graph_(graph), writer_(writer), opset_(opset), constant_names_(graph) {}

  void set_compute_known(ComputeKnown compute) { compute_known_ = std::move(compute); }
  void set_compute_columns(ComputeColumns compute) { compute_columns_ = std::move(compute); }

  // Returns the value as the tensor's type has it, in that order, which may be longer than its rank.
  Name Read(ir::TensorId id, const Order& order);
  // Returns the floats that the numbers of a quantized tensor stand for. Weights stay as they are stored,
  // activations are numbers of FormOf().
  Name ReadReal(ir::TensorId id, const Order& order, bool is_weight);
  // Returns the numbers of a tensor as floats, whatever they stand for.
  Name ReadNumbers(ir::TensorId id, const Order& order);
  // Returns the numbers of FormOf(), and those above the zero point times a factor.
  Name ReadForm(ir::TensorId id, const Order& order);
  Name ReadScaled(ir::TensorId id, const Order& order, float factor);
  // Returns the floats of a bias in scales that are not its own.
  Name ReadBias(ir::TensorId id, const ir::Quantization& quantization);
  // Returns a matrix that is stored, as floats where it is quantized, or follows from a stored one, with its
  // columns in another order. Empty where the columns of what it follows from cannot be moved.
  Name ReadColumns(ir::TensorId id, const ColumnOrder& columns, bool is_scaled);
  // Returns the same of stored numbers, those above the zero point times a factor.
  Name ReadScaledColumns(ir::TensorId id, const ColumnOrder& columns, float factor);

  // Returns floats as a tensor's numbers in that order, and the reverse.
  Name Quantized(const Name& value, const ir::Tensor& tensor, const Order& order);
  Name Dequantized(const Name& value, const ir::Tensor& tensor, const Order& order);

  // Keeps the tensor's name for the graph's output, which leaves in that order. Called before anything else.
  void ReserveOutput(ir::TensorId id, const Order& order);
  // Returns the name of the graph's output. A tensor that is an output twice, or an input too, is copied.
  Name NameOutput(ir::TensorId id, const Order& order);
  // Makes the result of a node the tensor in that order, by the tensor's name where that is free.
  void DefineResult(ir::TensorId id, const Name& result, const Order& order);

  // Makes the result of a node the matrix with its columns in that order.
  void DefineColumns(ir::TensorId id, const Name& result, const ColumnOrder& columns);
  // Makes numbers of FormOf() that a node has rounded the tensor in that order.
  void DefineNumbers(ir::TensorId id, const Name& numbers, const Order& order);

  // Declares that the value of that name is the tensor in that order.
  void Define(ir::TensorId id, const Name& name, const Order& order);
  // Returns the names of the tensors that nodes write, but for the graph's outputs.
  const std::map<ir::TensorId, Name>& named() const { return named_; }
  bool IsDefined(ir::TensorId id) const { return written_.contains(id); }
  // Returns the order in which the tensor was written.
  const Order& WrittenOrder(ir::TensorId id) const { return written_.at(id); }
  // Returns the name under which it was, as numbers of FormOf() or as its type has it.
  Name WrittenName(ir::TensorId id) const;
  // Returns the type of TensorProto::DataType in which it was.
  int WrittenType(ir::TensorId id) const;

  // Returns a value of those dims in another order.
  Name Reordered(const Name& value, const ir::Shape& dims, const Order& from, const Order& to);

  Name ShapeConstant(const std::vector<int64_t>& values);

 private:
  using Key = std::pair<ir::TensorId, Order>;

  Name StoredColumns(ir::TensorId id, const ColumnOrder& columns, bool is_scaled);
  Name ColumnsOf(ir::TensorId id, const ColumnOrder& columns, bool keeps_packed);
  Name MakeReal(ir::TensorId id, const Order& order, bool is_weight);
  Name MakeRealOfConstant(const ir::Tensor& tensor, const Order& order, bool is_weight);
  Name MakeRealOfRounded(ir::TensorId id, const Order& order);
  Name MakeValue(ir::TensorId id, const Order& order);
  // Returns a constant of the tensor's elements in that order, under these dims; packed ones stay so where
  // that is asked for and the opset has them.
  Name StoredValue(const ir::Tensor& tensor, const Order& order, const std::vector<int64_t>& dims,
                   bool keeps_packed);
  // Returns numbers of a tensor as those of another one that has them in another type.
  Name Recounted(const Name& numbers, const ir::Tensor& tensor, const ir::Tensor& other);
  bool StaysPacked(const ir::Tensor& tensor) const;
  Name AddLinear(std::string_view op, const Name& value, const ir::Tensor& tensor, const Order& order);
  Name AddBlocks(std::string_view op, const Name& value, const ir::Tensor& tensor, const Order& order);

  const ir::Graph& graph_;
  GraphWriter& writer_;
  int opset_;
  ConstantNames constant_names_;
  ComputeKnown compute_known_;
  ComputeColumns compute_columns_;
  std::map<Key, Name> values_;
  std::map<Key, Name> numbers_;                 // of FormOf()
  std::map<std::pair<Key, bool>, Name> reals_;  // weights apart
  std::map<std::pair<ir::TensorId, ColumnOrder>, Name> columns_;
  std::map<ir::TensorId, Order> written_;
  std::map<Key, Name> reserved_;  // of outputs that nothing is yet
  std::map<ir::TensorId, Name> named_;
  std::set<ir::TensorId> rounded_;  // results of nodes that are numbers of FormOf()
};

}  // namespace litevk::to_onnx
