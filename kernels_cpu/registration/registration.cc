#include "kernels_cpu/registration/registration.h"

#include <array>

#include "kernels_cpu/kernel_table.h"
#include "kernels_cpu/registration/kernel_node.h"
#include "kernels_ref/support/kernel_rows.h"
#include "runtime/tflite/inplace_op.h"

namespace litevk::cpu {
namespace {

// Returns which inputs' memory the output may take over. RESHAPE and its kin leave them as they are.
uint64_t OverwritableInputs(const OpInfo& info) {
  if (info.layout.keeps_elements) {
    return abi::kTfLiteInplaceOpInput0Shared | abi::kTfLiteInplaceOpDataUnmodified;
  }
  const uint64_t either = abi::kTfLiteInplaceOpInput0Shared | abi::kTfLiteInplaceOpInput1Shared;
  return OverwritesInput(info) ? either : abi::kTfLiteInplaceOpNone;
}

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
      .inplace_operator = OverwritableInputs(kRow->info),
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
