// The CPU reference kernels, written for clarity. Each operator has one row, whose function works on plain
// views. The interpreter runs them as TfLiteRegistrations (registration.h). The delegate folds constants with
// them, and finishes a partition on them if the device fails.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/opset/op_info.h"

namespace litevk::ref {

// Returns the bytes of one element in a view.
inline size_t ElementBytes(ir::DataType type) {
  return static_cast<size_t>(ir::ByteSize(ir::UnpackedType(type)));
}

// A tensor's type and dims with its bytes. `tensor` is null for an absent optional input.
struct ConstView {
  const ir::Tensor* tensor = nullptr;
  std::span<const std::byte> bytes;  // dense, tensor->ByteCount() long (sparse: the stored blocks; string:
                                     // TFLite's packed form, see strings.h; int4 and the other packed types:
                                     // a byte for each element, an ir::UnpackedType)

  bool present() const { return tensor != nullptr; }
  ir::DataType type() const { return tensor->type; }
  const ir::Shape& dims() const { return tensor->dims; }
  size_t element_bytes() const { return ElementBytes(tensor->type); }  // 0: string
  template <typename T>
  const T* data() const {
    return reinterpret_cast<const T*>(bytes.data());
  }
};

struct MutableView {
  const ir::Tensor* tensor = nullptr;
  std::span<std::byte> bytes;
  // Elements of a string tensor, in place of `bytes`: one string per element, in row-major order. The vector
  // has its final size already.
  std::vector<std::string>* strings = nullptr;

  bool present() const { return tensor != nullptr; }
  ir::DataType type() const { return tensor->type; }
  const ir::Shape& dims() const { return tensor->dims; }
  size_t element_bytes() const { return ElementBytes(tensor->type); }  // 0: string
  template <typename T>
  T* data() const {
    return reinterpret_cast<T*>(bytes.data());
  }
};

struct KernelArgs {
  const ir::Params& params;
  std::span<const ConstView> inputs;
  std::span<const MutableView> outputs;  // dims already inferred, bytes allocated
  // Writable views of the inputs that are variable tensors (states of recurrent operators), indexed like
  // `inputs`; absent views elsewhere. Empty if the node has none.
  std::span<const MutableView> variables;
  // Tensors without values, whose quantization states how a node rescales internally (the integer LSTM).
  OperandTensors intermediates = {};

  bool has_input(size_t index) const { return index < inputs.size() && inputs[index].present(); }
  bool has_variable(size_t index) const { return index < variables.size() && variables[index].present(); }
};

// A kernel function. The types match its signature, and infer_shapes has checked the shapes. Fails only for
// values that break the operator's rules: an index out of range, a division by zero.
using KernelFn = Status (*)(const KernelArgs& args);

// Facts known of a node before it runs. Types and dims are already checked.
struct PreparedNode {
  const ir::Params& params;
  OperandTensors inputs;
  OperandTensors outputs;
  OperandTensors intermediates = {};
};

// Refuses a node before it runs, for reasons that its types and dims do not show, as TFLite's Prepare does.
using CheckFn = Status (*)(const PreparedNode& node);

// A function and the name of the signature that it computes (Signature::name).
struct NamedKernelFn {
  std::string_view signature;
  KernelFn function;
};

// The functions of a kernel: one for all signatures of the record, or one for each named signature.
class KernelFunctions {
 public:
  KernelFunctions(KernelFn all) : all_(all) {}  // NOLINT: most kernels have one
  KernelFunctions(std::initializer_list<NamedKernelFn> named) : named_(named) {}

  // Returns null if no function has the name.
  KernelFn Find(std::string_view signature) const;
  std::span<const NamedKernelFn> named() const { return named_; }

 private:
  KernelFn all_ = nullptr;
  std::vector<NamedKernelFn> named_;
};

// kernels_ref/<stem>.cc defines kKernelRow_<stem>.
struct KernelRow {
  const OpInfo& info;
  KernelFunctions functions;
  // True if the function also runs when there is nothing to write. It then refuses indices out of range, as
  // TFLite does.
  bool checks_values = false;
  CheckFn check = nullptr;  // null: types and dims suffice
};

// Returns null if kernels_ref has no kernel for the operator (OpInfo::op_code).
const KernelRow* FindKernel(int op_code);
// Returns all kernels in the order of op_list.inc.
std::span<const KernelRow* const> KernelTable();

// Returns the function for tensors of these types, which CheckTypes has accepted.
KernelFn FunctionFor(const KernelRow& row, OperandTensors inputs, OperandTensors outputs);

}  // namespace litevk::ref
