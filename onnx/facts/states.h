// State that a model keeps between runs: variable tensors of recurrent operators, and resources. ONNX has
// none, so each becomes an input, with its first value as the default, and an output.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "onnx/facts/name.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/layout/layout_plan.h"
#include "runtime/layout/layout_request.h"

namespace litevk::to_onnx {

struct State {
  std::string name;
  ir::Tensor tensor;               // its type and dims
  std::vector<std::byte> initial;  // the elements before the first run
  Order order;                     // layout, if not TFLite's own
  Name value;                      // the current value, while a graph is written
};

class States {
 public:
  // Finds the states of the program's main graph. Removes nodes that declare resources or fill them before
  // the first run, since the states replace them. Fails if a resource's first value is not stored.
  static Result<States> Extract(ir::Program& program, size_t main);

  std::vector<State>& list() { return states_; }
  // Returns the state of a variable tensor or a resource handle; null if there is none.
  State* Find(ir::TensorId id);

  // Adds the states to a request for a layout plan.
  void AddTo(LayoutRequest& request) const;
  // Applies the plan's layouts to the states and their first values.
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
