// Nodes that the fast CPU kernels compute. The plain loops of kernels_ref compute all others, and are the
// reference.
#pragma once

#include <memory>

#include "kernels_cpu/simd/isa.h"
#include "runtime/base/status.h"
#include "runtime/opset/kernel.h"

namespace litevk::cpu {

// A kernel with what its node keeps between runs: weights that are packed once.
class PreparedKernel {
 public:
  virtual ~PreparedKernel() = default;
  // True if the kernel computes inputs of these dims, which may differ from those that it was prepared with.
  virtual bool Fits(const ref::KernelArgs&) const { return true; }
  // Computes the node with the calling thread's pool (runtime/platform/thread_pool.h). Results do not depend
  // on the number of threads.
  virtual Status Run(const ref::KernelArgs& args) const = 0;
};

// Returns null if the plain loops are to compute the node.
using PrepareFn = std::unique_ptr<PreparedKernel> (*)(const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
