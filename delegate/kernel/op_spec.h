// The GPU side of an operator's record (runtime/opset/op_info.h): its kernels. The partitioner, the
// compatibility report, the runner and docs/SUPPORTED_OPS.md all read these objects, so they cannot disagree.
#pragma once

#include <span>
#include <vector>

#include "delegate/kernel/gpu_kernel.h"
#include "runtime/ir/graph.h"

namespace litevk {

struct OpSpec {
  int op_code;                               // OpInfo::op_code
  std::vector<Constraint> constraints = {};  // conditions of every kernel
  std::vector<GpuKernel> kernels = {};

  // False for an operator that only takes constants: its nodes are folded or rejected.
  bool runs_on_device() const;
};

// Returns all operators, by name. Built once, on first use; safe from any thread.
std::span<const OpSpec> OpTable();
// Returns the operator's row; null when it has none.
const OpSpec* FindOp(int op_code);
// Finds the row by the node's operator code, or by its custom name if a user has registered the operator.
const OpSpec* FindOp(const ir::Node& node);

}  // namespace litevk
