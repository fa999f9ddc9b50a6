// PADs that are no dispatch: zeros that all of their readers put around their input by themselves.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "delegate/lower/fused_node.h"
#include "delegate/lower/op_spec.h"
#include "runtime/ir/graph.h"

namespace litevk {

// One as some readers see it.
struct PendingPad {
  ir::TensorId padded = ir::kAbsent;  // what they read
  int position = -1;                  // of the PAD
  int between = -1;                   // of a node that gives its output other dims; -1: there is none
  ir::TensorId source = ir::kAbsent;  // what is padded
  ir::Shape source_dims;              // with the dims that they see, of which height and width have no zeros
  SpatialPadding zeros;
};

class PendingPads {
 public:
  void Add(PendingPad pad) { pads_.push_back(std::move(pad)); }
  void Add(const PendingPads& others) { pads_.insert(pads_.end(), others.pads_.begin(), others.pads_.end()); }
  // By what readers read. Null when there is none.
  const PendingPad* Find(ir::TensorId padded) const;
  // Whether the node is part of one.
  bool Contains(int position) const;
  // Whether a tensor is what one would have written.
  bool Makes(ir::TensorId id) const { return Find(id) != nullptr; }

 private:
  std::vector<PendingPad> pads_;
};

// The PAD as readers see it whose input has the elements of its output and the dims `seen`. Nothing where
// these are not four, of which height and width are all that is padded. A node that only adds and drops dims
// of 1 may stand between.
std::optional<PendingPad> PadSeenAs(const NodeView& pad, const ir::Shape& seen);

}  // namespace litevk
