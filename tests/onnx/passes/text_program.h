// Programs from a few lines of text, for tests of passes.
#pragma once

#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "onnx/passes/pass.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace litevk::to_onnx {

// A program of one subgraph for each text, with the state of passes over it. A text has lines of four forms:
//
//     image: int8 1x8x8x3 scale 0.5 zero 3
//     pads: int32 2x2 = 0 1 0 1
//     sum: float32 1x8 = ADD(left, right)
//     return sum, image
//
// The first is an input of the graph, and the second a constant: its last value stands for all that are
// missing. A node with several results declares them with commas, and "-" is an absent operand or result. A
// scale for each channel is "scale 0.5/0.25".
class TextProgram {
 public:
  explicit TextProgram(std::initializer_list<std::string_view> subgraphs);

  ir::Program& program() { return program_; }
  ir::Graph& graph(size_t subgraph = 0) { return program_.subgraphs[subgraph]; }
  PassContext& context() { return context_; }
  PassOptions& options() { return options_; }

  // Return the tensor of a name, and the node that computes it. With equal names, it is the last one.
  ir::TensorId Id(std::string_view name, size_t subgraph = 0);
  ir::Tensor& Tensor(std::string_view name, size_t subgraph = 0) {
    return graph(subgraph).tensor(Id(name, subgraph));
  }
  ir::Node& NodeOf(std::string_view name, size_t subgraph = 0);
  // Sets the options of the node that computes a tensor.
  template <typename T>
  void SetParams(std::string_view name, const T& params, size_t subgraph = 0) {
    NodeOf(name, subgraph).params = ir::Params(&params, sizeof(params));
  }

  // Runs a pass over a subgraph.
  Status Run(Status (*pass)(ir::GraphRewriter&, PassContext&), size_t subgraph = 0);

  // Returns "ADD(left, right) -> sum" for each node.
  std::vector<std::string> Nodes(size_t subgraph = 0);
  // Returns "node 2 ADD: the layer has a bias" for each refused match.
  std::vector<std::string> Refusals() const;

 private:
  ir::Graph Parse(std::string_view text);
  void ParseLine(const std::string& line, ir::Graph& graph);

  std::deque<std::vector<std::byte>> bytes_;  // constants of all subgraphs
  ir::Program program_;
  PassOptions options_;
  RunDims run_dims_;
  PassContext context_;
};

}  // namespace litevk::to_onnx
