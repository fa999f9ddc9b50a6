// State that a model keeps between runs: variable tensors of recurrent operators, and resources. ONNX has
// none, so each becomes an input, with its first value as the default, and an output.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "onnx/facts/name.h"
#include "runtime/ir/graph.h"
#include "runtime/layout/layout_plan.h"
#include "runtime/layout/layout_request.h"

namespace litevk::to_onnx {

struct State {
  std::string name;
  ir::Tensor tensor;               // its type and dims
  std::vector<std::byte> initial;  // the elements before the first run
  Permutation permutation;         // layout, if not TFLite's own
  Name value;                      // the current value, while a graph is written
};

class States {
 public:
  // Adds a state, whose first value is 0 unless it is set, and returns its index in the list.
  size_t Add(State state);
  // Records that a variable tensor or a resource handle stands for a state.
  void Bind(ir::TensorId id, size_t state) { by_tensor_[id] = state; }

  std::vector<State>& list() { return states_; }
  // Returns the state of a variable tensor or a resource handle; null if there is none.
  State* Find(ir::TensorId id);

  // Adds the states to a request for a layout plan.
  void AddTo(LayoutRequest& request) const;
  // Applies the plan's layouts to the states and their first values.
  void TakePermutations(const LayoutPlan& plan);

 private:
  std::vector<State> states_;
  std::map<ir::TensorId, size_t> by_tensor_;
};

}  // namespace litevk::to_onnx
