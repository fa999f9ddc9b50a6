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

// Returns null if the operator has no fast kernel.
static const FastKernelRow* RowOf(const OpInfo& info) {
  const auto row = std::ranges::find_if(
      FastKernels(), [&](const FastKernelRow* candidate) { return &candidate->info == &info; });
  return row == FastKernels().end() ? nullptr : *row;
}

// Returns null if no fast kernel is for these types.
static const NamedPrepareFn* Find(const OpInfo& info, OperandTensors inputs, OperandTensors outputs) {
  const FastKernelRow* const row = RowOf(info);
  if (row == nullptr) return nullptr;
  const auto signature = MatchSignature(info.types, inputs, outputs);
  if (signature == info.types.end()) return nullptr;
  const auto kernel = std::ranges::find(row->kernels, signature->name, &NamedPrepareFn::signature);
  return kernel == row->kernels.end() ? nullptr : &*kernel;
}

bool OverwritesInput(const OpInfo& info) {
  const FastKernelRow* const row = RowOf(info);
  return row != nullptr && row->overwrites_input;
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

bool IsFast(const PreparedKernel* kernel, const ref::KernelArgs& args) {
  return kernel != nullptr && args.outputs[0].dims().NumElements() > 0 && kernel->Fits(args);
}

// Calls run(), with denormals kept if scales may be denormal.
template <typename RunFn>
static Status RunKeeping(const ref::KernelArgs& args, const RunFn& run) {
  std::optional<ScopedKeepDenormals> keep_denormals;
  if (ref::ReadsScales(args)) keep_denormals.emplace();
  return run();
}

Status Run(const PreparedKernel* kernel, const ref::KernelRow& row, ref::KernelFn plain,
           const ref::KernelArgs& args) {
  if (!IsFast(kernel, args)) return ref::RunChecked(row, plain, args);
  return RunKeeping(args, [&] { return kernel->Run(args); });
}

Status RunWith(const LayerKernel& kernel, const ref::KernelArgs& args, const Epilogue& epilogue) {
  return RunKeeping(args, [&] { return kernel.Compute(args, &epilogue); });
}

}  // namespace litevk::cpu
