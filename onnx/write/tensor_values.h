// The tensors of a TFLite graph as values of the ONNX graph. Each exists in the layout in which it was
// written, and in layouts that readers ask for.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "onnx/facts/permutations.h"
#include "onnx/write/constant_names.h"
#include "onnx/write/graph_writer.h"
#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// Offset from int8 values to the uint8 values of the same meaning.
inline constexpr int kRaise = 128;

// Returns the tensor's form between nodes that compute with its scale. int8 values become uint8, 128 higher,
// since onnxruntime has kernels for those everywhere. Edges of the graph keep their type.
ir::Tensor FormOf(const ir::Tensor& tensor);
// Converts a tensor's 8-bit values to FormOf().
void TakeForm(const ir::Tensor& tensor, std::span<std::byte> integers);

class TensorValues {
 public:
  // Computes a tensor that depends only on constants, in its reader's layout:
  // GraphConversion::ComputeKnown().
  using ComputeKnown = std::function<Name(ir::TensorId, const Permutation&)>;
  // Defines a matrix that depends only on constants with its columns in another order, if possible.
  using ComputeColumns = std::function<void(ir::TensorId, const ColumnLayout&)>;

  TensorValues(const ir::Graph& graph, GraphWriter& writer, int opset)
      : graph_(graph), writer_(writer), opset_(opset), constant_names_(graph) {}

  void set_compute_known(ComputeKnown compute) { compute_known_ = std::move(compute); }
  void set_compute_columns(ComputeColumns compute) { compute_columns_ = std::move(compute); }

  // Returns the value in the tensor's own type, in that layout, which may have more dims than the tensor.
  Name Read(ir::TensorId id, const Permutation& permutation);
  // Returns the dequantized values of a tensor. Weights are read as they are stored, activations in FormOf().
  Name ReadReal(ir::TensorId id, const Permutation& permutation, bool is_weight);
  // Returns the quantized values of a tensor as floats, ignoring its scale.
  Name ReadQuantized(ir::TensorId id, const Permutation& permutation);
  // ReadForm returns the values of FormOf(). ReadScaled returns them less the zero point, times a factor.
  Name ReadForm(ir::TensorId id, const Permutation& permutation);
  Name ReadScaled(ir::TensorId id, const Permutation& permutation, float multiplier);
  // Returns a bias as floats, with scales that are not its own.
  Name ReadBias(ir::TensorId id, const ir::Quantization& quantization);
  // Returns a matrix with its columns in another order, as floats if it is quantized. It is stored or depends
  // on a stored one. Empty if the columns of that one cannot be moved.
  Name ReadColumns(ir::TensorId id, const ColumnLayout& columns, bool is_scaled);
  // Returns the values of such a stored matrix less the zero point, times a factor.
  Name ReadScaledColumns(ir::TensorId id, const ColumnLayout& columns, float multiplier);

  // Convert floats to a tensor's quantized values in that layout, and back.
  Name Quantized(const Name& value, const ir::Tensor& tensor, const Permutation& permutation);
  Name Dequantized(const Name& value, const ir::Tensor& tensor, const Permutation& permutation);

  // Reserves the tensor's name for the graph's output, which has that layout. Called before anything else.
  void ReserveOutput(ir::TensorId id, const Permutation& permutation);
  // Returns the name of the graph's output. A tensor that is an output twice, or also an input, is copied.
  Name NameOutput(ir::TensorId id, const Permutation& permutation);
  // Makes the result of a node the tensor in that layout, with the tensor's name if that is free.
  void DefineResult(ir::TensorId id, const Name& result, const Permutation& permutation);

  // Makes the result of a node the matrix with its columns in that order.
  void DefineColumns(ir::TensorId id, const Name& result, const ColumnLayout& columns);
  // Makes values of FormOf() that a node has rounded the tensor in that layout.
  void DefineQuantized(ir::TensorId id, const Name& integers, const Permutation& permutation);

  // Declares that the value of that name is the tensor in that layout.
  void Define(ir::TensorId id, const Name& name, const Permutation& permutation);
  // Returns the names of the tensors that nodes write, except the graph's outputs.
  const std::map<ir::TensorId, Name>& named() const { return named_; }
  bool IsDefined(ir::TensorId id) const { return written_.contains(id); }
  // Returns the layout in which the tensor was written.
  const Permutation& WrittenPermutation(ir::TensorId id) const { return written_.at(id); }
  // Returns the name under which the tensor was written, in FormOf() or in its own type.
  Name WrittenName(ir::TensorId id) const;
  // Returns the TensorProto::DataType in which the tensor was written.
  int WrittenType(ir::TensorId id) const;

  // Returns a value with those dims in another layout.
  Name Reordered(const Name& value, const ir::Shape& dims, const Permutation& from, const Permutation& to);

 private:
  using Key = std::pair<ir::TensorId, Permutation>;

  Name StoredColumns(ir::TensorId id, const ColumnLayout& columns, bool is_scaled);
  Name ColumnsOf(ir::TensorId id, const ColumnLayout& columns, bool keeps_packed);
  Name MakeReal(ir::TensorId id, const Permutation& permutation, bool is_weight);
  Name MakeRealOfConstant(const ir::Tensor& tensor, const Permutation& permutation, bool is_weight);
  Name MakeRealOfRounded(ir::TensorId id, const Permutation& permutation);
  Name MakeValue(ir::TensorId id, const Permutation& permutation);
  // Returns a constant of the tensor's elements in that layout, under these dims. Packed elements stay packed
  // if `keeps_packed` and the opset has their type.
  Name StoredValue(const ir::Tensor& tensor, const Permutation& permutation, const std::vector<int64_t>& dims,
                   bool keeps_packed);
  // Converts quantized values of a tensor to those of another tensor with another type.
  Name Recounted(const Name& integers, const ir::Tensor& tensor, const ir::Tensor& other);
  bool StaysPacked(const ir::Tensor& tensor) const;
  Name AddLinear(std::string_view op, const Name& value, const ir::Tensor& tensor,
                 const Permutation& permutation);
  Name AddBlocks(std::string_view op, const Name& value, const ir::Tensor& tensor,
                 const Permutation& permutation);

  const ir::Graph& graph_;
  GraphWriter& writer_;
  int opset_;
  ConstantNames constant_names_;
  ComputeKnown compute_known_;
  ComputeColumns compute_columns_;
  std::map<Key, Name> values_;
  std::map<Key, Name> integers_;                // in FormOf()
  std::map<std::pair<Key, bool>, Name> reals_;  // true: read as weights
  std::map<std::pair<ir::TensorId, ColumnLayout>, Name> columns_;
  std::map<ir::TensorId, Permutation> written_;
  std::map<Key, Name> reserved_;  // names of outputs that have no value yet
  std::map<ir::TensorId, Name> named_;
  std::set<ir::TensorId> rounded_;  // results of nodes in FormOf()
};

}  // namespace litevk::to_onnx
