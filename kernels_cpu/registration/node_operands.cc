#include "kernels_cpu/registration/node_operands.h"

#include <algorithm>

#include "runtime/ir/import_tensor.h"
#include "runtime/model/tensor_data.h"
#include "runtime/opset/run_node.h"

namespace litevk::cpu {
namespace {

std::span<std::byte> BytesOf(const abi::TfLiteTensor& tensor) {
  return {static_cast<std::byte*>(tensor.data.data), tensor.data.data == nullptr ? 0 : tensor.bytes};
}

bool IsKnown(const abi::TfLiteTensor& tensor, Known known) {
  if (known == Known::kAll || tensor.allocation_type == abi::kTfLitePersistentRo) return true;
  return known == Known::kConstants && IsKept(tensor);
}

}  // namespace

bool IsKept(const abi::TfLiteTensor& tensor) {
  return tensor.allocation_type == abi::kTfLiteArenaRwPersistent && !tensor.is_variable;
}

NodeTensors::NodeTensors(const abi::TfLiteContext& context, std::span<const int> ids, Known known) {
  for (const int id : ids) {
    if (id < 0) {
      pointers_.push_back(nullptr);
      continue;
    }
    const abi::TfLiteTensor& source = context.tensors[id];
    ir::Tensor& tensor = tensors_.emplace_back(ImportTensor(source, {context.tensors, context.tensors_size}));
    if (IsKnown(source, known)) {
      tensor.constness = ir::Constness::kStored;
      tensor.data = BytesOf(source);
    }
    pointers_.push_back(&tensor);
  }
}

bool NodeTensors::HaveDimsOf(const abi::TfLiteContext& context, std::span<const int> ids) const {
  auto tensor = tensors_.begin();
  return std::ranges::all_of(ids, [&](int id) {
    return id < 0 || std::ranges::equal((tensor++)->dims.dims(), Values(context.tensors[id].dims));
  });
}

void NodeTensors::SetBytes(const abi::TfLiteContext& context, std::span<const int> ids) {
  auto tensor = tensors_.begin();
  for (const int id : ids) {
    if (id < 0) continue;
    tensor->constness = ir::Constness::kStored;
    tensor->data = BytesOf(context.tensors[id]);
    ++tensor;
  }
}

NodeOperands::NodeOperands(const abi::TfLiteContext& context, const abi::TfLiteNode& node)
    : inputs_(context, Values(node.inputs), Known::kAll),
      outputs_(context, Values(node.outputs), Known::kPrepared),
      intermediates_(context, Values(node.intermediates), Known::kPrepared) {
  for (const ir::Tensor* tensor : inputs_.pointers()) {
    input_views_.push_back(tensor == nullptr ? ref::ConstView() : ref::ConstView{tensor, tensor->data});
  }
  variables_ = ref::VariablesAmong(input_views_);
  for (size_t index = 0; index < outputs_.pointers().size(); ++index) {
    output_views_.Add(*outputs_.pointers()[index], BytesOf(context.tensors[node.outputs->data[index]]));
  }
}

bool NodeOperands::HaveDimsOf(const abi::TfLiteContext& context, const abi::TfLiteNode& node) const {
  return inputs_.HaveDimsOf(context, Values(node.inputs)) &&
         outputs_.HaveDimsOf(context, Values(node.outputs));
}

void NodeOperands::SetBytes(const abi::TfLiteContext& context, const abi::TfLiteNode& node) {
  inputs_.SetBytes(context, Values(node.inputs));
  for (ref::ConstView& view : input_views_) {
    if (view.present()) view.bytes = view.tensor->data;
  }
  for (size_t index = 0; index < variables_.size(); ++index) {
    if (variables_[index].present())
      variables_[index].bytes = BytesOf(context.tensors[node.inputs->data[index]]);
  }
  for (size_t index = 0; index < output_views_.views.size(); ++index) {
    output_views_.views[index].bytes = BytesOf(context.tensors[node.outputs->data[index]]);
  }
}

ref::KernelArgs NodeOperands::Args(const ir::Params& params) const {
  return {.params = params,
          .inputs = input_views_,
          .outputs = output_views_.views,
          .variables = variables_,
          .intermediates = intermediates_.pointers()};
}

}  // namespace litevk::cpu
