// Estimates of how long nodes take on the CPU, from measured rates.
#pragma once

#include <array>
#include <string_view>

#include "runtime/ir/node_view.h"

namespace litevk {

// The kernels that run the nodes which the device does not.
enum class CpuKernels {
  kXnnpack,  // XNNPACK's, which TFLite's interpreter uses unless told otherwise
  kBuiltin,  // TFLite's own, in an interpreter without XNNPACK
  kLitevk,   // the project's interpreter: kernels_cpu, and kernels_ref where these have none
};

// Returns "xnnpack", "builtin" or "litevk".
std::string_view Name(CpuKernels kernels);

struct CpuSetting {
  CpuKernels kernels = CpuKernels::kXnnpack;
  int threads = 1;  // at most as many as the process has cores
};

// Kernels with rates of their own.
enum class KernelSet { kXnnpack, kBuiltin, kFast, kPlain };
inline constexpr std::array kKernelSets = {KernelSet::kXnnpack, KernelSet::kBuiltin, KernelSet::kFast,
                                           KernelSet::kPlain};

// Work with rates of its own. Convolutions count as matmuls, which add up over channels. Sums stay
// within a channel: depthwise convolutions, poolings and reductions. A function is many operations for each
// value, of which OpInfo::cost counts one.
enum class CpuWork {
  kMatmuls,
  kSums,
  kFunctions,
  kElements,
  kIntegerMatmuls,
  kIntegerSums,
  kIntegerFunctions,
  kIntegerElements
};
inline constexpr std::array kCpuWorks = {
    CpuWork::kMatmuls,        CpuWork::kSums,        CpuWork::kFunctions,        CpuWork::kElements,
    CpuWork::kIntegerMatmuls, CpuWork::kIntegerSums, CpuWork::kIntegerFunctions, CpuWork::kIntegerElements};

// Returns the names in cpu_rates.inc without the leading k, such as "IntegerSums".
std::string_view Name(KernelSet set);
std::string_view Name(CpuWork work);

struct CpuRates {
  double gflops;
  double gbs;           // values of a run
  double constant_gbs;  // the model's weights and other constants
  double shared;        // part of the time that two threads halve, from 0 to 1
};

// The work of a node as the CPU's estimate counts it: OpCost with constants apart.
struct CpuCost {
  double flops;
  double bytes;
  double constant_bytes;
};

const CpuRates& RatesOf(KernelSet set, CpuWork work);
// Returns the microseconds of a node without its work.
double NodeUsOf(KernelSet set);

// Returns the work, or its kind, of a node with final dims.
CpuCost CpuCostOf(const ir::NodeView& view);
CpuWork WorkOf(const ir::NodeView& view);
// Returns the kernels that compute the node.
KernelSet KernelSetOf(const ir::NodeView& view, CpuKernels kernels);

// Returns the estimated microseconds of a node with final dims.
double CpuNodeUs(const ir::NodeView& view, const CpuSetting& cpu);

}  // namespace litevk
