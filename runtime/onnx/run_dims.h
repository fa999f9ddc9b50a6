// Dims that values of a run decide, such as how many elements of a tensor are not 0.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "runtime/ir/graph.h"
#include "runtime/onnx/open_dims.h"

namespace litevk::to_onnx {

class RunDims {
 public:
  // The dims of inputs, `open`, have the first sizes of the probe.
  RunDims(std::vector<OpenDim> open, size_t probe);

  // Gives each unknown dim of a node's outputs a size of its own, which nodes of that operator and these
  // operands share. Returns false where there are more dims than sizes.
  bool Assign(const ir::Graph& graph, const ir::Node& node, std::vector<ir::Shape>& shapes);

  // Returns all dims, those of inputs first.
  const std::vector<OpenDim>& dims() const { return dims_; }
  // Returns how many of them are dims of inputs.
  size_t input_count() const { return input_count_; }

 private:
  std::vector<OpenDim> dims_;
  size_t input_count_;
  size_t probe_;
  std::map<std::string, size_t> found_;  // by operator, operands and place
};

}  // namespace litevk::to_onnx
