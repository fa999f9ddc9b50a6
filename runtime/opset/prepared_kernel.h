// Nodes that the fast CPU kernels (kernels_cpu) compute. The plain loops of kernels_ref compute all others,
// and are the reference.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/base/status.h"
#include "runtime/opset/kernel.h"

namespace litevk::cpu {

// A node that changes each value of a layer's output in place, such as a sum. The layer's kernel calls it for
// values that it has just written, while a cache holds them. Threads call it at once, for different values.
class Epilogue {
 public:
  virtual ~Epilogue() = default;
  virtual void Apply(int64_t first, int64_t count) const = 0;
};

class LayerKernel;

// A kernel with what its node keeps between runs: weights that are packed once.
class PreparedKernel {
 public:
  virtual ~PreparedKernel() = default;
  // True if the kernel computes inputs of these dims, which may differ from those that it was prepared with.
  virtual bool Fits(const ref::KernelArgs&) const { return true; }
  // Computes the node with the calling thread's pool (runtime/platform/thread_pool.h). Results do not depend
  // on the number of threads.
  virtual Status Run(const ref::KernelArgs& args) const = 0;

  // Returns the kernel itself if it is a layer's.
  virtual const LayerKernel* AsLayer() const { return nullptr; }
  // Returns the node itself as an epilogue of the layer that writes the input in the output's memory. Null if
  // it is none. It refers to the tensors of `args`.
  virtual std::unique_ptr<Epilogue> AsEpilogue(const ref::KernelArgs&) const { return nullptr; }
};

// The kernel of a layer, to whose output an epilogue may be applied.
class LayerKernel : public PreparedKernel {
 public:
  const LayerKernel* AsLayer() const final { return this; }
  Status Run(const ref::KernelArgs& args) const final { return Compute(args, nullptr); }
  // Computes the node, and applies the epilogue to each value of the output once. Null: there is none.
  virtual Status Compute(const ref::KernelArgs& args, const Epilogue* epilogue) const = 0;
};

// Returns the kernel for a node whose types CheckTypes has accepted, in the instruction set of this process.
// Returns null if the plain loops of kernels_ref are to compute it.
std::unique_ptr<PreparedKernel> Prepare(const OpInfo& info, const ref::PreparedNode& node);

// True if Prepare finds a kernel for nodes with these types. Values and dims may still make it return null.
bool HasKernel(const OpInfo& info, OperandTensors inputs, OperandTensors outputs);

// True if the kernel computes the node. Else the plain loops do.
bool IsFast(const PreparedKernel* kernel, const ref::KernelArgs& args);

// Computes a node with its kernel if IsFast. Else with `plain`, the function of the row for the node's types.
Status Run(const PreparedKernel* kernel, const ref::KernelRow& row, ref::KernelFn plain,
           const ref::KernelArgs& args);

// Computes a node for which the kernel IsFast, and applies an epilogue to its output.
Status RunWith(const LayerKernel& kernel, const ref::KernelArgs& args, const Epilogue& epilogue);

}  // namespace litevk::cpu
