// Asks an operator's resolver (runtime/opset/ops) again while its node is judged or lowered. The GPU walks
// the resolved ranges, sizes and axes.
#pragma once

#include <cassert>
#include <utility>
#include <vector>

#include "delegate/kernel/op_spec.h"
#include "runtime/opset/shapes/shape_inference.h"

namespace litevk {

// Neither copied nor moved, since a query reads its members.
class NodeQuery {
 public:
  explicit NodeQuery(const NodeView& view)
      : params_(view.node().params), outputs_(static_cast<size_t>(view.output_count())) {
    for (int i = 0; i < view.input_count(); ++i) {
      inputs_.push_back(view.has_input(i) ? &view.input(i) : nullptr);
    }
  }

  NodeQuery(const NodeQuery&) = delete;
  NodeQuery& operator=(const NodeQuery&) = delete;

  // Valid as long as this object and the node.
  ir::ShapeQuery query() { return {.inputs = inputs_, .params = params_, .outputs = outputs_}; }

 private:
  const ir::Params& params_;
  std::vector<const ir::Tensor*> inputs_;
  std::vector<ir::Shape> outputs_;
};

// Returns the result of `resolve` for the node. It cannot fail: shape inference resolved the node when it was
// judged.
template <typename Value>
Value ResolveAgain(const NodeView& view, Result<Value> (*resolve)(const ir::ShapeQuery&)) {
  NodeQuery query(view);
  Result<Value> value = resolve(query.query());
  assert(value.ok());
  return *std::move(value);
}

}  // namespace litevk
