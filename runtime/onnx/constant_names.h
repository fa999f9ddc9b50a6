// The names of a graph's constants in its ONNX model.
#pragma once

#include <set>
#include <string_view>

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

class ConstantNames {
 public:
  // The graph and its names are to live as long.
  explicit ConstantNames(const ir::Graph& graph);

  // Returns the tensor's name or, where TensorFlow's converter has joined several by semicolons, the last of
  // them: the operator that the constant belongs to. What nodes write keeps its name whatever constants want.
  std::string_view Of(const ir::Tensor& constant) const;

 private:
  std::set<std::string_view> written_;  // names of tensors that nodes write
};

}  // namespace litevk::to_onnx
