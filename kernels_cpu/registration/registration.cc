#include "kernels_cpu/registration/registration.h"

#include <array>

#include "kernels_cpu/registration/kernel_node.h"
#include "kernels_ref/support/kernel_rows.h"

namespace litevk::cpu {
namespace {

// Returns a row's registration. TFLite passes a callback its node but not its registration, so each row has
// its own callbacks. They forward to KernelNode.
template <const ref::KernelRow* kRow>
abi::TfLiteRegistration Registration() {
  return {
      .init = [](abi::TfLiteContext*, const char* buffer, size_t length) -> void* {
        return KernelNode::Create(*kRow, buffer, length);
      },
      .free = [](abi::TfLiteContext*, void* user_data) { delete static_cast<KernelNode*>(user_data); },
      .prepare = &KernelNode::Prepare,
      .invoke = &KernelNode::Invoke,
      .builtin_code = kRow->info.op_code,
      .version = 1,
  };
}

}  // namespace

std::span<const abi::TfLiteRegistration> KernelRegistrations() {
  static const std::array registrations = {
#define LITEVK_OP(name, stem) Registration<&ref::kKernelRow_##stem>(),
#define LITEVK_KERNEL_OP(name, stem) Registration<&ref::kKernelRow_##stem>(),
#define LITEVK_INTERPRETER_OP(name, stem)
#include "runtime/opset/op_list.inc"
#undef LITEVK_INTERPRETER_OP
#undef LITEVK_KERNEL_OP
#undef LITEVK_OP
  };
  return registrations;
}

}  // namespace litevk::cpu
