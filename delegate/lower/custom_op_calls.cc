#include "delegate/lower/custom_op_calls.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "delegate/lower/custom_op.h"

namespace litevk {
namespace {

// A node as the public header describes it, for the duration of one call.
class DescribedNode {
 public:
  DescribedNode(const CustomOp& op, const ir::Node& node) : op_(op) {
    node_.version = node.version;
    node_.options = node.custom_options.data();
    node_.options_bytes = node.custom_options.size();
    std::ranges::fill(node_.max_workgroups, gpu::DeviceLimits().max_workgroup_count[0]);
    dims_.reserve(static_cast<size_t>(op.described.num_inputs) +
                  static_cast<size_t>(op.described.num_outputs));
  }
  DescribedNode(const DescribedNode&) = delete;
  DescribedNode& operator=(const DescribedNode&) = delete;

  void AddInput(const ir::Shape& dims) { Add(op_.described.inputs, dims, inputs_); }
  void AddOutput(const ir::Shape& dims) { Add(op_.described.outputs, dims, outputs_); }
  void SetLimits(const gpu::DeviceLimits& limits) {
    std::ranges::copy(limits.max_workgroup_count, node_.max_workgroups);
  }

  const LitevkGpuNode& Get() {
    node_.num_inputs = static_cast<int32_t>(inputs_.size());
    node_.num_outputs = static_cast<int32_t>(outputs_.size());
    node_.inputs = inputs_.data();
    node_.outputs = outputs_.data();
    return node_;
  }

 private:
  // Adds a tensor. Its type is that of the description, which the node's signature was checked against.
  void Add(const LitevkGpuOperand* operands, const ir::Shape& dims, std::vector<LitevkGpuTensor>& tensors) {
    std::vector<int32_t>& own = dims_.emplace_back(dims.dims().begin(), dims.dims().end());
    std::ranges::replace(own, ir::kUnknownDim, LITEVK_GPU_UNKNOWN_DIM);
    tensors.push_back({.type = operands[tensors.size()].type, .rank = dims.rank(), .dims = own.data()});
  }

  const CustomOp& op_;
  LitevkGpuNode node_ = {};
  std::vector<std::vector<int32_t>> dims_;
  std::vector<LitevkGpuTensor> inputs_;
  std::vector<LitevkGpuTensor> outputs_;
};

// The text that a user's function wrote, which may lack the zero at its end.
class Message {
 public:
  char* data() { return text_.data(); }
  std::string Or(const char* otherwise) const {
    const std::string text(text_.data(), strnlen(text_.data(), text_.size()));
    return text.empty() ? otherwise : text;
  }

 private:
  std::array<char, LITEVK_GPU_MESSAGE_BYTES> text_ = {};
};

Result<ir::Shape> ShapeOf(const LitevkGpuShape& shape, int index, bool may_be_unknown) {
  const std::string name = "its infer_shapes gave output " + std::to_string(index) + " ";
  if (shape.rank < 0 || shape.rank > LITEVK_GPU_MAX_RANK) {
    return InvalidArgument(name + std::to_string(shape.rank) + " dims, expected 0 to " +
                           std::to_string(LITEVK_GPU_MAX_RANK));
  }
  std::vector<int> dims(shape.dims, shape.dims + shape.rank);
  for (int& dim : dims) {
    if (dim == LITEVK_GPU_UNKNOWN_DIM && may_be_unknown) {
      dim = ir::kUnknownDim;
    } else if (dim < 0) {
      return InvalidArgument(name + "the dim " + std::to_string(dim));
    }
  }
  return ir::Shape(std::move(dims));
}

Status CheckRanks(const NodeView& view, const LitevkGpuOp& described) {
  const auto check = [](const ir::Shape& dims, const LitevkGpuOperand& operand,
                        const std::string& name) -> Status {
    if (dims.rank() >= operand.min_rank && dims.rank() <= operand.max_rank) return {};
    return Unsupported(name + " has " + std::to_string(dims.rank()) + " dims, expected " +
                       std::to_string(operand.min_rank) + " to " + std::to_string(operand.max_rank));
  };
  for (int i = 0; i < view.input_count(); ++i) {
    LITEVK_RETURN_IF_ERROR(check(view.input(i).dims, described.inputs[i], "input " + std::to_string(i)));
  }
  for (int i = 0; i < view.output_count(); ++i) {
    LITEVK_RETURN_IF_ERROR(check(view.output(i).dims, described.outputs[i], "output " + std::to_string(i)));
  }
  return {};
}

bool HasUnknownDims(const NodeView& view) {
  for (int i = 0; i < view.input_count(); ++i) {
    if (view.input(i).dims.has_unknown()) return true;
  }
  for (int i = 0; i < view.output_count(); ++i) {
    if (view.output(i).dims.has_unknown()) return true;
  }
  return false;
}

// True if the node reads only constants. The CPU computes these before the run, and has no kernel of the
// operator.
bool ReadsNoValueOfTheRun(const NodeView& view) {
  for (int i = 0; i < view.input_count(); ++i) {
    if (!view.input(i).is_known() && !view.input(i).is_planned()) return false;
  }
  return true;
}

Status CheckDispatch(const LitevkGpuDispatch& dispatch, const CustomOp& op, const gpu::DeviceLimits& limits) {
  for (size_t i = 0; i < limits.max_workgroup_count.size(); ++i) {
    if (dispatch.workgroups[i] >= 1 && dispatch.workgroups[i] <= limits.max_workgroup_count[i]) continue;
    return Unsupported("its plan has " + std::to_string(dispatch.workgroups[0]) + " x " +
                       std::to_string(dispatch.workgroups[1]) + " x " +
                       std::to_string(dispatch.workgroups[2]) + " workgroups, expected 1 to " +
                       std::to_string(limits.max_workgroup_count[i]) + " along " + "xyz"[i]);
  }
  if (dispatch.push_bytes >= op.module.push_bytes && dispatch.push_bytes <= LITEVK_GPU_MAX_PUSH_BYTES)
    return {};
  return Unsupported("its plan has " + std::to_string(dispatch.push_bytes) +
                     " bytes of push constants, expected " + std::to_string(op.module.push_bytes) +
                     ", the size of the module's block, to " + std::to_string(LITEVK_GPU_MAX_PUSH_BYTES));
}

Result<LitevkGpuDispatch> PlanOf(const NodeView& view) {
  const CustomOp& op = CustomOp::Of(view.node());
  DescribedNode node(op, view.node());
  for (int i = 0; i < view.input_count(); ++i) node.AddInput(view.input(i).dims);
  for (int i = 0; i < view.output_count(); ++i) node.AddOutput(view.output(i).dims);
  node.SetLimits(view.limits());
  LitevkGpuDispatch dispatch = {.workgroups = {1, 1, 1}};
  Message message;
  if (op.described.plan(&op.described, &node.Get(), &dispatch, message.data()) != 0) {
    return Unsupported(message.Or("its plan refuses the node, and does not say why"));
  }
  LITEVK_RETURN_IF_ERROR(CheckDispatch(dispatch, op, view.limits()));
  return dispatch;
}

}  // namespace

Status InferCustomShapes(const ir::ShapeQuery& query) {
  const CustomOp& op = CustomOp::Of(*query.custom);
  if (op.described.infer_shapes == nullptr) {
    std::ranges::fill(query.outputs, query.input(0));
    return {};
  }
  DescribedNode node(op, *query.custom);
  bool may_be_unknown = false;
  for (const ir::Tensor* input : query.inputs) {
    node.AddInput(input->dims);
    may_be_unknown |= input->dims.has_unknown();
  }
  for (const ir::Shape& output : query.outputs) node.AddOutput(output);
  std::vector<LitevkGpuShape> shapes(query.outputs.size());
  Message message;
  if (op.described.infer_shapes(&op.described, &node.Get(), shapes.data(), message.data()) != 0) {
    return InvalidArgument(message.Or("its infer_shapes refuses the node, and does not say why"));
  }
  for (size_t i = 0; i < shapes.size(); ++i) {
    LITEVK_ASSIGN_OR_RETURN(query.outputs[i], ShapeOf(shapes[i], static_cast<int>(i), may_be_unknown));
  }
  return {};
}

Status AcceptsCustomNode(const NodeView& view) {
  LITEVK_RETURN_IF_ERROR(CheckRanks(view, CustomOp::Of(view.node()).described));
  if (ReadsNoValueOfTheRun(view)) return Unsupported("all inputs are constants");
  if (HasUnknownDims(view)) return {};
  return PlanOf(view).status();
}

void LowerCustomNode(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const CustomOp& op = CustomOp::Of(view.node());
  const Result<LitevkGpuDispatch> planned = PlanOf(view);
  // The verdict got an answer to the same question. If the function now gives another one, the dispatch
  // becomes one that no device takes, so that the executable fails with a diagnostic.
  constexpr uint32_t kTooMany = std::numeric_limits<uint32_t>::max();
  const LitevkGpuDispatch dispatch =
      planned.ok() ? *planned : LitevkGpuDispatch{.workgroups = {kTooMany, kTooMany, kTooMany}};
  std::vector<gpu::TensorId> bindings;
  bindings.reserve(static_cast<size_t>(view.input_count()) + static_cast<size_t>(view.output_count()));
  for (int i = 0; i < view.input_count(); ++i) bindings.push_back(lowering.Input(i));
  for (int i = 0; i < view.output_count(); ++i) bindings.push_back(lowering.Output(i));
  const std::array<uint32_t, 3> workgroups = {dispatch.workgroups[0], dispatch.workgroups[1],
                                              dispatch.workgroups[2]};
  lowering.EmitModule(op.shader, std::as_bytes(std::span(dispatch.push)), std::move(bindings), workgroups);
}

}  // namespace litevk
