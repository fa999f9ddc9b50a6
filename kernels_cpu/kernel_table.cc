#include "kernels_cpu/kernel_table.h"

#include <algorithm>
#include <array>
#include <optional>

#include "runtime/base/denormals.h"
#include "runtime/opset/run_node.h"
#include "runtime/opset/signature.h"

namespace litevk::cpu {

#define LITEVK_FAST_KERNELS(stem) extern const FastKernelRow kFastKernels_##stem;
#include "kernels_cpu/kernel_list.inc"
#undef LITEVK_FAST_KERNELS

std::span<const FastKernelRow* const> FastKernels() {
  static constexpr std::array kRows = {
#define LITEVK_FAST_KERNELS(stem) &kFastKernels_##stem,
#include "kernels_cpu/kernel_list.inc"
#undef LITEVK_FAST_KERNELS
  };
  return kRows;
}

// Returns null if no fast kernel is for these types.
static const NamedPrepareFn* Find(const OpInfo& info, OperandTensors inputs, OperandTensors outputs) {
  const auto row = std::ranges::find_if(
      FastKernels(), [&](const FastKernelRow* candidate) { return &candidate->info == &info; });
  if (row == FastKernels().end()) return nullptr;
  const auto signature = MatchSignature(info.types, inputs, outputs);
  if (signature == info.types.end()) return nullptr;
  const auto kernel = std::ranges::find((*row)->kernels, signature->name, &NamedPrepareFn::signature);
  return kernel == (*row)->kernels.end() ? nullptr : &*kernel;
}

std::unique_ptr<PreparedKernel> Prepare(const OpInfo& info, const ref::PreparedNode& node) {
  const ScopedKeepDenormals keep_denormals;  // scales may be denormal
  const IsaRow* const chosen = ChosenIsa();
  const NamedPrepareFn* const kernel = chosen == nullptr ? nullptr : Find(info, node.inputs, node.outputs);
  return kernel == nullptr ? nullptr : kernel->prepare(node, chosen->isa);
}

bool HasKernel(const OpInfo& info, OperandTensors inputs, OperandTensors outputs) {
  return ChosenIsa() != nullptr && Find(info, inputs, outputs) != nullptr;
}

Status Run(const PreparedKernel* kernel, const ref::KernelRow& row, ref::KernelFn plain,
           const ref::KernelArgs& args) {
  const bool is_fast = kernel != nullptr && args.outputs[0].dims().NumElements() > 0 && kernel->Fits(args);
  if (!is_fast) return ref::RunChecked(row, plain, args);
  std::optional<ScopedKeepDenormals> keep_denormals;
  if (ref::ReadsScales(args)) keep_denormals.emplace();
  return kernel->Run(args);
}

}  // namespace litevk::cpu
