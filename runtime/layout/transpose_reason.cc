#include "runtime/layout/transpose_reason.h"

#include "runtime/opset/op_info.h"

namespace litevk {

std::string ReasonFor(const ir::Graph& graph, const PlannedTranspose& transpose) {
  const OpInfo* info =
      transpose.reader < 0 ? nullptr : FindOpInfo(graph.nodes[static_cast<size_t>(transpose.reader)]);
  const std::string reader(info == nullptr ? "an operator" : info->name);
  switch (transpose.reason) {
    case TransposeReason::kGraphInput:
      return "an input of the model comes in another order";
    case TransposeReason::kGraphOutput:
      return "an output of the model leaves in another order";
    case TransposeReason::kOwnLayout:
      return reader + " keeps TFLite's order";
    case TransposeReason::kImplicit:
      return reader + " wants the channels first";
    case TransposeReason::kChoice:
      return "fewer elements are moved before " + reader + " than elsewhere";
  }
  return "";
}

}  // namespace litevk
