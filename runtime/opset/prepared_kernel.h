// Nodes that the fast CPU kernels (kernels_cpu) compute. The plain loops of kernels_ref compute all others,
// and are the reference.
#pragma once

#include <memory>

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

// Returns the kernel for a node whose types CheckTypes has accepted, in the instruction set of this process.
// Returns null if the plain loops of kernels_ref are to compute it.
std::unique_ptr<PreparedKernel> Prepare(const OpInfo& info, const ref::PreparedNode& node);

// True if Prepare finds a kernel for nodes with these types. Values and dims may still make it return null.
bool HasKernel(const OpInfo& info, OperandTensors inputs, OperandTensors outputs);

// Computes a node with its kernel. If that is null, or does not fit, with `plain`, the function of the row
// for the node's types.
Status Run(const PreparedKernel* kernel, const ref::KernelRow& row, ref::KernelFn plain,
           const ref::KernelArgs& args);

}  // namespace litevk::cpu
