// A verdict on a node, and the reasons for which the delegate leaves nodes to the interpreter. The report,
// the partitioner and the runner print these.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "delegate/kernel/gpu_kernel.h"
#include "runtime/ir/graph.h"

namespace litevk {

enum class ReasonCode {
  kSupported,
  // Reasons in the node itself.
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
  kWrongResult,
  // Reasons in the user's options or in the graph around the node.
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
  std::string_view name;        // in the report: "VERSION_UNREVIEWED"
  std::string_view diagnostic;  // the reason in words, said of a node or a tensor of it
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

// Returns a refusal. `detail` is the diagnostic for this node; if it is empty, the table's text stands for
// it.
Verdict Reject(ReasonCode code, std::string detail = {});

// Returns "tensor 4 (1x2x2x3)", for such a diagnostic.
std::string TensorText(const ir::Graph& graph, ir::TensorId id);

}  // namespace litevk
