// The CPU reference kernels: one function per operator, on plain views, written for clarity. The
// delegate folds constants with them and finishes a partition on them when the device fails.
#pragma once

#include <cstddef>
#include <span>

#include "delegate/ir/graph.h"
#include "runtime/base/status.h"

namespace litevk::ref {

// A tensor's type and dims with its bytes. `tensor` is null for an absent optional input.
struct ConstView {
  const ir::Tensor* tensor = nullptr;
  std::span<const std::byte> bytes;  // dense, tensor->ByteCount() long (sparse: the stored blocks)

  bool present() const { return tensor != nullptr; }
  const ir::Shape& dims() const { return tensor->dims; }
  template <typename T>
  const T* data() const {
    return reinterpret_cast<const T*>(bytes.data());
  }
};

struct MutableView {
  const ir::Tensor* tensor = nullptr;
  std::span<std::byte> bytes;

  const ir::Shape& dims() const { return tensor->dims; }
  template <typename T>
  T* data() const {
    return reinterpret_cast<T*>(bytes.data());
  }
};

struct KernelArgs {
  const ir::Params& params;
  std::span<const ConstView> inputs;
  std::span<const MutableView> outputs;  // dims already inferred, bytes allocated

  bool has_input(size_t index) const { return index < inputs.size() && inputs[index].present(); }
};

// Fails only for a type that the kernel does not have, or for sparse data that breaks the format.
using KernelFn = Status (*)(const KernelArgs& args);

// Null when kernels_ref has no kernel for the operator (an abi::TfLiteBuiltinOperator).
KernelFn FindKernel(int op_code);

}  // namespace litevk::ref
