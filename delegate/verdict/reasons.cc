#include "delegate/verdict/reasons.h"

#include <array>
#include <cassert>
#include <utility>

namespace litevk {
namespace {

constexpr std::array kReasons = {
    ReasonText{ReasonCode::kSupported, "SUPPORTED", "the delegate runs the node"},
    ReasonText{ReasonCode::kCustomOp, "CUSTOM_OP", "no operator of its name and version was given to litevk"},
    ReasonText{ReasonCode::kOpNotListed, "OP_NOT_LISTED", "not supported on the GPU"},
    ReasonText{ReasonCode::kVersionUnreviewed, "VERSION_UNREVIEWED",
               "the operator's version is above the last one reviewed"},
    ReasonText{ReasonCode::kParamsMissing, "PARAMS_MISSING", "the node carries no operator parameters"},
    ReasonText{ReasonCode::kInputCount, "INPUT_COUNT",
               "the number of inputs is not one that the operator has"},
    ReasonText{ReasonCode::kOutputCount, "OUTPUT_COUNT",
               "the number of outputs is not one that the operator has"},
    ReasonText{ReasonCode::kType, "TYPE", "the combination of element types is not supported"},
    ReasonText{ReasonCode::kQuantized, "QUANTIZED", "tensors quantized in this way are not supported"},
    ReasonText{ReasonCode::kSparse, "SPARSE", "the operator takes no sparse tensors"},
    ReasonText{
        ReasonCode::kVariable, "VARIABLE",
        "it reads or writes a variable tensor, which the GPU takes only as a state of recurrent operators"},
    ReasonText{ReasonCode::kDynamicTensor, "DYNAMIC_TENSOR", "an input's dims are known only during the run"},
    ReasonText{ReasonCode::kRankUnknown, "RANK_UNKNOWN",
               "the rank of an input is not known when the delegate is applied"},
    ReasonText{ReasonCode::kEmptyTensor, "EMPTY_TENSOR", "a tensor has no elements"},
    ReasonText{ReasonCode::kConstantData, "CONSTANT_DATA",
               "a constant has not as many bytes as its type and dims need"},
    ReasonText{ReasonCode::kShape, "SHAPE", "the dims break the operator's rules"},
    ReasonText{ReasonCode::kDataDependent, "DATA_DEPENDENT",
               "its output's dims depend on values that only a run computes"},
    ReasonText{ReasonCode::kConstraint, "CONSTRAINT",
               "a condition of the operator's table row does not hold"},
    ReasonText{ReasonCode::kConstantOnly, "CONSTANT_ONLY", "the operator is supported on constants only"},
    ReasonText{ReasonCode::kDeviceLimit, "DEVICE_LIMIT",
               "it needs more than the device has: the bytes of a tensor, workgroups or iterations"},
    ReasonText{ReasonCode::kWrongResult, "WRONG_RESULT",
               "the device's results were wrong, as the option verify has found"},
    ReasonText{ReasonCode::kNoDevice, "NO_DEVICE", "there is no Vulkan device to run on"},
    ReasonText{ReasonCode::kNodeOrder, "NODE_ORDER",
               "a tensor of its graph is written twice, or read before it is written"},
    ReasonText{ReasonCode::kReadByCaller, "READ_BY_CALLER",
               "of a subgraph whose nodes an operator looks at in place of running them"},
    ReasonText{ReasonCode::kNotAllowed, "NOT_ALLOWED", "left out by the option allowed_builtin_code"},
    ReasonText{ReasonCode::kNodeRange, "NODE_RANGE",
               "left out by the options first_delegate_node_index and last_delegate_node_index"},
    ReasonText{ReasonCode::kMinNodes, "MIN_NODES", "its partition is smaller than min_nodes_per_partition"},
    ReasonText{ReasonCode::kMaxPartitions, "MAX_PARTITIONS",
               "its partition is not among the max_delegated_partitions largest"},
    ReasonText{ReasonCode::kNotWorthIt, "NOT_WORTH_IT",
               "its partition is estimated to cost more on the device than it saves"},
    ReasonText{ReasonCode::kGraphNotWorthIt, "GRAPH_NOT_WORTH_IT",
               "the whole graph is estimated to cost more on the device than it saves"},
    ReasonText{ReasonCode::kConstantLeft, "CONSTANT_LEFT",
               "its result is a constant or a shape that a node left to the interpreter, or no node, reads"},
    ReasonText{ReasonCode::kShapeElsewhere, "SHAPE_ELSEWHERE",
               "a shape that it reads is computed from a tensor that its partition does not hold"},
};

}  // namespace

std::span<const ReasonText> ReasonTable() { return kReasons; }

const ReasonText& Describe(ReasonCode code) {
  const ReasonText& text = kReasons[static_cast<size_t>(code)];
  assert(text.code == code);
  return text;
}

std::string TensorText(const ir::Graph& graph, ir::TensorId id) {
  return "tensor " + std::to_string(id) + " (" + graph.tensor(id).dims.ToString() + ")";
}

Verdict Reject(ReasonCode code, std::string detail) {
  return {.code = code,
          .reason = detail.empty() ? std::string(Describe(code).diagnostic) : std::move(detail)};
}

}  // namespace litevk
