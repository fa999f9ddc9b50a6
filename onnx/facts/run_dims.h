// Dims that depend on run-time values, such as the number of nonzero elements of a tensor.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "onnx/facts/open_dims.h"
#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// True if the file states the size of an axis that a node's output is to have.
bool IsStated(const ir::Tensor& tensor, const ir::Shape& shape, int axis);

class RunDims {
 public:
  // The dims of inputs, `open`, have the first sizes of the probe. Other dims get sizes only if `finds`.
  RunDims(std::vector<OpenDim> open, size_t probe, bool finds);

  // Gives each unknown dim of a node's outputs a size of its own. Nodes of the same operator, options and
  // operands share it. Returns false if there are more dims than sizes.
  bool Assign(const ir::Graph& graph, const ir::Node& node, std::vector<ir::Shape>& shapes);
  // Gives each unknown dim of a value that a loop carries a size of its own. Returns false if there are more
  // dims than sizes. `value` is its name in the written model.
  bool AssignCarried(const std::string& value, ir::Shape& dims);
  // Begins another graph: a subgraph, each time that it is written. Its nodes share no dims with other
  // graphs.
  void BeginGraph() { ++graph_; }
  // Sets the place of a run-time dim in the written model.
  void SetAxis(size_t dim, SizeAxis open_axis);

  // True if run-time dims get sizes.
  bool finds() const { return finds_; }
  // Returns all dims, those of inputs first.
  const std::vector<OpenDim>& dims() const { return dims_; }
  // Returns the number of dims of inputs.
  size_t input_count() const { return input_count_; }
  // Returns the places of the other dims; without a name if no value of the model has the dim.
  const std::vector<SizeAxis>& axes() const { return axes_; }

 private:
  // Adds a dim and returns its size; nothing if there are more dims than sizes.
  std::optional<int> Add(const std::string& name);
  bool AssignAxis(const std::string& key, const ir::Tensor& tensor, OpenAxis open_axis, int& size);

  std::vector<OpenDim> dims_;
  size_t input_count_;
  size_t probe_;
  bool finds_;
  size_t graph_ = 0;
  std::vector<SizeAxis> axes_;
  std::map<std::string, int> found_;  // sizes by graph, operator, options, operands and axis
};

}  // namespace litevk::to_onnx
