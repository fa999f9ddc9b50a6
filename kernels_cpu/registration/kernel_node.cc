#include "kernels_cpu/registration/kernel_node.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>

#include "kernels_cpu/registration/fused_node.h"
#include "runtime/ir/data_type.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/model/tensor_data.h"
#include "runtime/opset/custom_ops.h"
#include "runtime/opset/run_node.h"
#include "runtime/platform/guard.h"
#include "runtime/tflite/int_array.h"
#include "runtime/tflite/strings.h"

namespace litevk::cpu {
namespace {

bool IsDynamic(const abi::TfLiteTensor& tensor) { return tensor.allocation_type == abi::kTfLiteDynamic; }

bool IsConstant(const abi::TfLiteTensor& tensor) {
  const bool is_stored = tensor.allocation_type == abi::kTfLiteMmapRo && tensor.data.data != nullptr;
  return is_stored || IsKept(tensor);
}

Status ReplaceStrings(abi::TfLiteContext* context, int id, std::span<const std::string> strings) {
  const std::vector<std::byte> packed = ref::PackStrings(strings);
  abi::TfLiteTensor& tensor = context->tensors[id];
  auto* bytes = static_cast<char*>(std::malloc(packed.size()));
  if (bytes == nullptr) return {StatusCode::kResourceExhausted, "no memory for a string tensor"};
  std::ranges::copy(packed, reinterpret_cast<std::byte*>(bytes));
  // A dynamic tensor's bytes belong to the tensor and come from malloc.
  std::free(tensor.data.raw);
  tensor.data.raw = bytes;
  tensor.bytes = packed.size();
  return {};
}

// True if the output has the memory of input 0.
bool HasBytesOfInput(const abi::TfLiteContext& context, const abi::TfLiteNode& node) {
  const abi::TfLiteTensor& output = context.tensors[node.outputs->data[0]];
  return output.allocation_type == abi::kTfLiteArenaRw && output.data.data != nullptr &&
         output.data.data == context.tensors[node.inputs->data[0]].data.data;
}

// Copies the strings that the kernel has written into the tensors.
Status WriteStrings(abi::TfLiteContext* context, std::span<const int> ids,
                    std::span<const ref::MutableView> outputs) {
  for (size_t index = 0; index < ids.size(); ++index) {
    const std::vector<std::string>* const strings = outputs[index].strings;
    if (strings != nullptr) LITEVK_RETURN_IF_ERROR(ReplaceStrings(context, ids[index], *strings));
  }
  return {};
}

// Returns the result of a check, with a prefix that names the CPU kernel.
Status OfKernel(const Status& check) {
  return check.ok() ? check : Unsupported("litevk has no CPU kernel for this node: " + check.message());
}

abi::TfLiteStatus Report(abi::TfLiteContext* context, const ref::KernelRow& row, const std::string& message) {
  const std::string name(row.info.name);
  context->ReportError(context, "%s: %s", name.c_str(), message.c_str());
  return abi::kTfLiteError;
}

}  // namespace

KernelNode* KernelNode::Create(const ref::KernelRow& row, const char* buffer, size_t length) noexcept {
  return Guard(
      [&] {
        return new (std::nothrow) KernelNode(
            row, IsCustom(row.info) ? ReadCustomOptions(row.info, std::as_bytes(std::span(buffer, length)))
                                    : ir::Params(buffer, row.info.params.bytes));
      },
      [](const char*) -> KernelNode* { return nullptr; });
}

abi::TfLiteStatus KernelNode::Prepare(abi::TfLiteContext* context, abi::TfLiteNode* node) noexcept {
  auto& kernel = *static_cast<KernelNode*>(node->user_data);
  return Guard(
      [&] {
        const Status status = kernel.PrepareNode(context, *node);
        return status.ok() ? abi::kTfLiteOk : Report(context, kernel.row_, status.message());
      },
      [&](const char* message) { return Report(context, kernel.row_, message); });
}

abi::TfLiteStatus KernelNode::Invoke(abi::TfLiteContext* context, abi::TfLiteNode* node) noexcept {
  auto& kernel = *static_cast<KernelNode*>(node->user_data);
  return Guard(
      [&] {
        const Status status = kernel.InvokeNode(context, *node);
        return status.ok() ? abi::kTfLiteOk : Report(context, kernel.row_, status.message());
      },
      [&](const char* message) { return Report(context, kernel.row_, message); });
}

Status KernelNode::PrepareNode(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  LITEVK_RETURN_IF_ERROR(params_.status());
  const NodeTensors inputs(*context, Values(node.inputs), Known::kPrepared);
  const NodeTensors outputs(*context, Values(node.outputs), Known::kPrepared);
  LITEVK_RETURN_IF_ERROR(OfKernel(CheckTypes(row_.info, inputs.pointers(), outputs.pointers())));
  function_ = ref::FunctionFor(row_, inputs.pointers(), outputs.pointers());
  for (const int id : Values(node.outputs)) {
    // The size of a string tensor is only known once its strings are.
    if (context->tensors[id].type == abi::kTfLiteString)
      context->tensors[id].allocation_type = abi::kTfLiteDynamic;
  }
  Status shapes = ResizeOutputs(context, node, inputs.pointers());
  if (!shapes.ok() && shapes.code() != StatusCode::kNeedsValues) return shapes;
  if (!shapes.ok()) {
    for (const int id : Values(node.outputs)) context->tensors[id].allocation_type = abi::kTfLiteDynamic;
  }
  KeepConstants(context, node);
  operands_.reset();
  fast_.reset();
  has_fast_ = false;
  fused_ = nullptr;
  is_computed_ = false;
  if (row_.check == nullptr) return {};
  const NodeTensors resized(*context, Values(node.outputs), Known::kPrepared);
  const NodeTensors intermediates(*context, Values(node.intermediates), Known::kPrepared);
  return OfKernel(row_.check({*params_, inputs.pointers(), resized.pointers(), intermediates.pointers()}));
}

void KernelNode::KeepConstants(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  kept_at_ = nullptr;
  is_kept_ = false;
  const std::span<const int> inputs = Values(node.inputs);
  const auto is_constant = [&](int id) { return id < 0 || IsConstant(context->tensors[id]); };
  if (node.outputs->size != 1 || inputs.empty() || !std::ranges::all_of(inputs, is_constant)) return;
  abi::TfLiteTensor& output = context->tensors[node.outputs->data[0]];
  if (output.allocation_type == abi::kTfLiteArenaRw) output.allocation_type = abi::kTfLiteArenaRwPersistent;
  is_kept_ = IsKept(output);
}

void KernelNode::PrepareFast(const abi::TfLiteContext& context, const abi::TfLiteNode& node) {
  if (has_fast_) return;
  const NodeTensors inputs(context, Values(node.inputs), Known::kConstants);
  const NodeTensors outputs(context, Values(node.outputs), Known::kPrepared);
  fast_ = cpu::Prepare(row_.info, {*params_, inputs.pointers(), outputs.pointers()});
  const bool may_fuse = fast_ != nullptr && fast_->AsLayer() != nullptr;
  fused_ = may_fuse ? FindFusedNode(context, node) : nullptr;
  has_fast_ = true;
}

void KernelNode::SetOperands(const abi::TfLiteContext& context, const abi::TfLiteNode& node) {
  PrepareFast(context, node);
  if (operands_ == nullptr || !operands_->HaveDimsOf(context, node)) {
    operands_ = std::make_unique<NodeOperands>(context, node);
  }
  operands_->SetBytes(context, node);
}

std::unique_ptr<Epilogue> KernelNode::AsEpilogue(const abi::TfLiteContext& context,
                                                 const abi::TfLiteNode& node) {
  const auto is_readable = [&](int id) {
    return id < 0 || (context.tensors[id].data.data != nullptr && !context.tensors[id].data_is_stale);
  };
  if (!std::ranges::all_of(Values(node.inputs), is_readable)) return nullptr;
  SetOperands(context, node);
  const ref::KernelArgs args = operands_->Args(*params_);
  return IsFast(fast_.get(), args) ? fast_->AsEpilogue(args) : nullptr;
}

Status KernelNode::Compute(const abi::TfLiteContext& context, const abi::TfLiteNode& node) {
  SetOperands(context, node);
  const ref::KernelArgs args = operands_->Args(*params_);
  if (fused_ != nullptr && IsFast(fast_.get(), args)) {
    auto& next = *static_cast<KernelNode*>(fused_->user_data);
    const std::unique_ptr<Epilogue> epilogue = next.AsEpilogue(context, *fused_);
    next.is_computed_ = epilogue != nullptr;
    if (epilogue != nullptr) return cpu::RunWith(*fast_->AsLayer(), args, *epilogue);
  }
  return cpu::Run(fast_.get(), row_, function_, args);
}

Status KernelNode::ResizeOutputs(abi::TfLiteContext* context, const abi::TfLiteNode& node,
                                 std::span<const ir::Tensor* const> inputs) const {
  const std::span<const int> ids = Values(node.outputs);
  std::vector<ir::Shape> shapes;
  std::vector<ir::DataType> types;
  for (const int id : ids) {
    shapes.push_back(ImportShape(context->tensors[id]));
    types.push_back(ir::FromTfLiteType(context->tensors[id].type));
  }
  LITEVK_RETURN_IF_ERROR(InferShapes(
      row_.info, {.inputs = inputs, .params = *params_, .outputs = shapes, .output_types = types}));
  for (size_t index = 0; index < ids.size(); ++index) {
    if (shapes[index].has_unknown()) {
      context->tensors[ids[index]].allocation_type = abi::kTfLiteDynamic;
      continue;
    }
    IntArray dims = MakeIntArray(shapes[index].dims());
    if (dims == nullptr) return {StatusCode::kResourceExhausted, "no memory for a shape"};
    // ResizeTensor takes ownership of the dims even if it fails.
    if (context->ResizeTensor(context, &context->tensors[ids[index]], dims.release()) != abi::kTfLiteOk) {
      return Internal("the interpreter refused to resize output " + std::to_string(index) + " to " +
                      shapes[index].ToString());
    }
  }
  return {};
}

Status KernelNode::InvokeNode(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  const std::span<const int> output_ids = Values(node.outputs);
  if (std::exchange(is_computed_, false)) return {};
  if (row_.info.layout.keeps_elements && HasBytesOfInput(*context, node)) return {};
  const void* const kept_at = is_kept_ ? context->tensors[output_ids[0]].data.data : nullptr;
  if (kept_at != nullptr && kept_at == kept_at_) return {};
  if (std::ranges::any_of(output_ids, [&](int id) { return IsDynamic(context->tensors[id]); })) {
    operands_.reset();
    const NodeTensors inputs(*context, Values(node.inputs), Known::kAll);
    LITEVK_RETURN_IF_ERROR(ResizeOutputs(context, node, inputs.pointers()));
  }
  LITEVK_RETURN_IF_ERROR(Compute(*context, node));
  kept_at_ = kept_at;
  return WriteStrings(context, output_ids, operands_->outputs());
}

}  // namespace litevk::cpu
