// Whether the delegate can run a node, and why not. The report, the partitioner and the runner print
// these; the sentences are those of the operator's own table row where it has one to say.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "delegate/kernel/judged_graph.h"
#include "runtime/base/status.h"
#include "runtime/graph/device_limits.h"
#include "runtime/ir/graph.h"

namespace litevk {

enum class ReasonCode {
  kSupported,
  // What the node is.
  kCustomOp,
  kOpNotListed,
  kVersionUnreviewed,
  kParamsMissing,
  kInputCount,
  kOutputCount,
  kType,
  kQuantized,
  kSparse,
  kVariable,
  kDynamicTensor,
  kRankUnknown,
  kEmptyTensor,
  kConstantData,
  kShape,
  kDataDependent,
  kConstraint,
  kConstantOnly,
  kDeviceLimit,
  // What the user or the graph around it asks for.
  kNoDevice,
  kNodeOrder,
  kReadByCaller,
  kNotAllowed,
  kNodeRange,
  kMinNodes,
  kMaxPartitions,
  kNotWorthIt,
  kGraphNotWorthIt,
  kConstantLeft,
  kShapeElsewhere,
};

struct ReasonText {
  ReasonCode code;
  std::string_view name;      // in the report: "VERSION_UNREVIEWED"
  std::string_view sentence;  // what it means, said of a node or a tensor of it
};

// Every reason, in the order of the enumeration.
std::span<const ReasonText> ReasonTable();
const ReasonText& Describe(ReasonCode code);

struct Verdict {
  ReasonCode code = ReasonCode::kSupported;
  std::string reason;  // empty when supported
  const GpuKernel* kernel =
      nullptr;  // that runs the node; null where it is not supported, or known before a run

  bool supported() const { return code == ReasonCode::kSupported; }
};

// `detail` is the sentence that this node gets; the table's own where it is empty.
Verdict Reject(ReasonCode code, std::string detail = {});

// "tensor 4 (1x2x2x3)", for such a sentence.
std::string TensorText(const ir::Graph& graph, ir::TensorId id);

// One verdict per node, in execution order. None is supported where ir::CheckNodeOrder refuses the graph. On
// the way the dims of supported nodes' outputs become the inferred ones, outputs that constants alone decide
// become Constness::kFolded, and those that dims decide kPlanned.
std::vector<Verdict> JudgeGraph(ir::Graph& graph, const gpu::DeviceLimits& limits);

// The verdict on one node whose inputs have their final dims and constness. Writes the dims of its
// outputs; where the verdict is negative, they are unspecified. A node is supported while its unknown dims
// (ir::kUnknownDim) may have values for which it is: the verdict on the plan's own dims decides.
Verdict JudgeNode(ir::Graph& graph, const ir::Node& node, const gpu::DeviceLimits& limits);

// Returns the kernels of the verdicts.
NodeKernels KernelsOf(std::span<const Verdict> verdicts);

// True when the node has inputs and all of them are known before the first run.
bool InputsAreKnown(const ir::Graph& graph, const ir::Node& node);
// True when nothing is left to compute in a run: the inputs are known, or the outputs are once there is a
// plan.
bool IsComputedBefore(const ir::Graph& graph, const ir::Node& node);

}  // namespace litevk
