// Dims that values of a run decide, such as how many elements of a tensor are not 0.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/onnx/open_dims.h"

namespace litevk::to_onnx {

// Says whether the file has the number of an axis that a node's output is to have.
bool IsStated(const ir::Tensor& tensor, const ir::Shape& shape, int axis);

class RunDims {
 public:
  // The dims of inputs, `open`, have the first sizes of the probe. Without `finds` no others get any.
  RunDims(std::vector<OpenDim> open, size_t probe, bool finds);

  // Gives each unknown dim of a node's outputs a size of its own, which nodes of that operator, these options
  // and these operands share. Returns false where there are more dims than sizes.
  bool Assign(const ir::Graph& graph, const ir::Node& node, std::vector<ir::Shape>& shapes);
  // Gives each unknown dim of a value that a loop carries a size of its own. Returns false likewise. `value`
  // is its name in the written model.
  bool AssignCarried(const std::string& value, ir::Shape& dims);
  // Begins another graph: a subgraph, each time that it is written. Its nodes share no dims with others.
  void BeginGraph() { ++graph_; }
  // Says where the written model has a dim that a run decides.
  void SetPlace(size_t dim, SizePlace place);

  // Says whether dims of a run get sizes.
  bool finds() const { return finds_; }
  // Returns all dims, those of inputs first.
  const std::vector<OpenDim>& dims() const { return dims_; }
  // Returns how many of them are dims of inputs.
  size_t input_count() const { return input_count_; }
  // Returns where the others are, without a name where nothing of the model has them.
  const std::vector<SizePlace>& places() const { return places_; }

 private:
  // Adds a dim and returns its size; nothing where there are more dims than sizes.
  std::optional<int> Add(const std::string& name);
  bool AssignAxis(const std::string& key, const ir::Tensor& tensor, OpenPlace place, int& size);

  std::vector<OpenDim> dims_;
  size_t input_count_;
  size_t probe_;
  bool finds_;
  size_t graph_ = 0;
  std::vector<SizePlace> places_;
  std::map<std::string, int> found_;  // sizes by graph, operator, options, operands and axis
};

}  // namespace litevk::to_onnx
