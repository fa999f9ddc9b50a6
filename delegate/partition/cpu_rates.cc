#include "delegate/partition/cpu_rates.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "runtime/opset/op_info.h"
#include "runtime/opset/prepared_kernel.h"

namespace litevk {
namespace {

struct RateRow {
  std::string_view set;
  std::string_view work;
  CpuRates rates;
};

constexpr std::array kRateRows = {
#define LITEVK_CPU_RATES(set, work, gflops, gbs, constant_gbs, shared) \
  RateRow{#set, #work, {gflops, gbs, constant_gbs, shared}},
#define LITEVK_CPU_NODE_US(set, us)
#include "delegate/partition/cpu_rates.inc"
#undef LITEVK_CPU_RATES
#undef LITEVK_CPU_NODE_US
};

constexpr std::array kNodeRows = {
#define LITEVK_CPU_RATES(set, work, gflops, gbs, constant_gbs, shared)
#define LITEVK_CPU_NODE_US(set, us) double{us},
#include "delegate/partition/cpu_rates.inc"
#undef LITEVK_CPU_RATES
#undef LITEVK_CPU_NODE_US
};

constexpr std::array<std::string_view, kKernelSets.size()> kSetNames = {"Xnnpack", "Builtin", "Fast",
                                                                        "Plain"};
constexpr std::array<std::string_view, kCpuWorks.size()> kWorkNames = {
    "Matmuls",        "Sums",        "Functions",        "Elements",
    "IntegerMatmuls", "IntegerSums", "IntegerFunctions", "IntegerElements"};

// The file has the rows in the order of the enumerations.
constexpr bool RowsAreComplete() {
  if (kRateRows.size() != kSetNames.size() * kWorkNames.size()) return false;
  for (size_t i = 0; i < kRateRows.size(); ++i) {
    if (kRateRows[i].set != kSetNames[i / kWorkNames.size()]) return false;
    if (kRateRows[i].work != kWorkNames[i % kWorkNames.size()]) return false;
  }
  return kNodeRows.size() == kSetNames.size();
}
static_assert(RowsAreComplete());

constexpr double kPerUs = 1e3;  // per microsecond, at a rate in 1e9 per second
// Operations for each value of a sum, at least.
constexpr double kOperationsOfSum = 8;
// Shorter nodes are not divided among threads, which would wake up too late.
constexpr double kLeastSharedUs = 20;

// True for sums of values, and of products with a filter's rows and columns alone.
bool StaysInChannel(const NumericClass& numeric) {
  if (numeric.kind != NumericKind::kSum) return false;
  return numeric.sum.factors.size() == 1 || numeric.sum.dims == std::vector<int>{1, 2};
}

}  // namespace

std::string_view Name(CpuKernels kernels) {
  constexpr std::array<std::string_view, 3> kNames = {"xnnpack", "builtin", "litevk"};
  return kNames[static_cast<size_t>(kernels)];
}

std::string_view Name(KernelSet set) { return kSetNames[static_cast<size_t>(set)]; }
std::string_view Name(CpuWork work) { return kWorkNames[static_cast<size_t>(work)]; }

const CpuRates& RatesOf(KernelSet set, CpuWork work) {
  return kRateRows[static_cast<size_t>(set) * kWorkNames.size() + static_cast<size_t>(work)].rates;
}

double NodeUsOf(KernelSet set) { return kNodeRows[static_cast<size_t>(set)]; }

CpuWork WorkOf(const ir::NodeView& view) {
  const OpInfo& info = *FindOpInfo(view.node());
  const bool has_integers = view.output().type != ir::DataType::kFloat32;
  if (StaysInChannel(info.numeric_class)) return has_integers ? CpuWork::kIntegerSums : CpuWork::kSums;
  if (info.numeric_class.kind == NumericKind::kSum ||
      info.cost(view).flops >= kOperationsOfSum * ElementsOf(view.output())) {
    return has_integers ? CpuWork::kIntegerMatmuls : CpuWork::kMatmuls;
  }
  if (info.numeric_class.kind == NumericKind::kTranscendental) {
    return has_integers ? CpuWork::kIntegerFunctions : CpuWork::kFunctions;
  }
  return has_integers ? CpuWork::kIntegerElements : CpuWork::kElements;
}

KernelSet KernelSetOf(const ir::NodeView& view, CpuKernels kernels) {
  if (kernels == CpuKernels::kXnnpack) return KernelSet::kXnnpack;
  if (kernels == CpuKernels::kBuiltin) return KernelSet::kBuiltin;
  const bool is_fast =
      cpu::HasKernel(*FindOpInfo(view.node()), ir::TensorsOf(view.graph(), view.node().inputs),
                     ir::TensorsOf(view.graph(), view.node().outputs));
  return is_fast ? KernelSet::kFast : KernelSet::kPlain;
}

CpuCost CpuCostOf(const ir::NodeView& view) {
  const OpCost all = FindOpInfo(view.node())->cost(view);
  double constants = 0;
  for (int i = 0; i < view.input_count(); ++i) {
    if (view.has_input(i) && view.input(i).is_known())
      constants += static_cast<double>(view.input(i).ByteCount());
  }
  constants = std::min(constants, all.bytes);
  return {.flops = all.flops, .bytes = all.bytes - constants, .constant_bytes = constants};
}

double CpuNodeUs(const ir::NodeView& view, const CpuSetting& cpu) {
  const KernelSet set = KernelSetOf(view, cpu.kernels);
  const CpuRates& rates = RatesOf(set, WorkOf(view));
  const CpuCost work = CpuCostOf(view);
  double us =
      (work.flops / rates.gflops + work.bytes / rates.gbs + work.constant_bytes / rates.constant_gbs) /
      kPerUs;
  if (us >= kLeastSharedUs) us *= 1 - rates.shared + rates.shared / std::max(cpu.threads, 1);
  return NodeUsOf(set) + us;
}

}  // namespace litevk
