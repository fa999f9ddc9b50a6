// Values that a model keeps from run to run: variable tensors of recurrent operators, and resources. ONNX has
// none, so each is an input, with its first value as the default, and an output.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/layout/layout_plan.h"
#include "runtime/onnx/graph_writer.h"

namespace litevk::to_onnx {

struct State {
  std::string name;
  ir::Tensor tensor;               // its type and dims
  std::vector<std::byte> initial;  // the elements before the first run
  Order order;                     // of dims, where not TFLite's own
  Name value;                      // the current one, while a graph is written
};

class States {
 public:
  // Finds the states of one of the program's graphs, which is to run. Nodes that declare resources and fill
  // them before the first run are taken out of it, since the states have what these do. Fails where a
  // resource's first value is not stored.
  static Result<States> Extract(ir::Program& program, size_t main);

  std::vector<State>& list() { return states_; }
  // Returns the state that a tensor, a variable or the handle of a resource, stands for; null: none.
  State* Find(ir::TensorId id);

  // Adds the states to what a plan of layouts is asked for.
  void AddTo(LayoutRequest& request) const;
  // Gives the states and their first values the orders of the plan.
  void TakeOrders(const LayoutPlan& plan);

 private:
  Status AddResources(ir::Program& program, size_t main);
  Status SetInitialValues(const ir::Program& program, int subgraph);
  void AddVariables(const ir::Graph& graph);
  size_t Add(State state);

  std::vector<State> states_;
  std::map<ir::TensorId, size_t> by_tensor_;
  std::map<std::string, size_t> by_resource_;
};

}  // namespace litevk::to_onnx
