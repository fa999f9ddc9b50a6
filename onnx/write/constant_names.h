// The names of a graph's constants in its ONNX model.
#pragma once

#include <set>
#include <string_view>

#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

class ConstantNames {
 public:
  // The graph and its names must outlive this object.
  explicit ConstantNames(const ir::Graph& graph);

  // Returns the tensor's name. If TensorFlow's converter joined several by semicolons, returns the last one,
  // the operator that the constant belongs to. Avoids the names of node results.
  std::string_view Of(const ir::Tensor& constant) const;

 private:
  std::set<std::string_view> written_;  // names of tensors that nodes write
};

}  // namespace litevk::to_onnx
