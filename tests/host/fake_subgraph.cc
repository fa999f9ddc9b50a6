#include "tests/host/fake_subgraph.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

#include "delegate/kernel/op_spec.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/opset/run_node.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/interpreter_name.h"
#include "runtime/values/output_shapes.h"
#include "tests/host/fake_interpreter.h"
#include "tests/host/node_groups.h"

namespace litevk::test {
namespace {

constexpr std::byte kPoison{0xA5};

constexpr std::array kTypes = {
    std::pair{ir::DataType::kNone, abi::kTfLiteNoType},
    std::pair{ir::DataType::kFloat32, abi::kTfLiteFloat32},
    std::pair{ir::DataType::kFloat16, abi::kTfLiteFloat16},
    std::pair{ir::DataType::kInt8, abi::kTfLiteInt8},
    std::pair{ir::DataType::kUInt8, abi::kTfLiteUInt8},
    std::pair{ir::DataType::kInt16, abi::kTfLiteInt16},
    std::pair{ir::DataType::kInt32, abi::kTfLiteInt32},
    std::pair{ir::DataType::kInt64, abi::kTfLiteInt64},
    std::pair{ir::DataType::kBool, abi::kTfLiteBool},
    std::pair{ir::DataType::kString, abi::kTfLiteString},
    std::pair{ir::DataType::kResource, abi::kTfLiteResource},
    std::pair{ir::DataType::kVariant, abi::kTfLiteVariant},
};

abi::TfLiteType ToAbi(ir::DataType type) {
  return std::ranges::find(kTypes, type, [](const auto& pair) { return pair.first; })->second;
}

}  // namespace

FakeSubgraph::FakeSubgraph(FakeInterpreter& interpreter, const ModelSubgraph& model,
                           bool one_node_per_partition)
    : interpreter_(interpreter), model_(model), one_node_per_partition_(one_node_per_partition) {
  ImportModel();
  context_.impl_ = this;
  context_.tensors = tensors_.data();
  context_.tensors_size = tensors_.size();
  context_.ReportError = ReportError;
  // Identifies as the project's interpreter, since kernels_ref runs nodes that no delegate takes.
  context_.GetModelMetadata = [](const abi::TfLiteContext*, const char* name, const char**, size_t*) {
    return name == std::string_view(abi::kInterpreterName) ? abi::kTfLiteOk : abi::kTfLiteError;
  };
  context_.ResizeTensor = [](abi::TfLiteContext* context, abi::TfLiteTensor* tensor,
                             abi::TfLiteIntArray* dims) {
    return From(context).ResizeTensor(tensor, IntArray(dims));
  };
  ForbidDelegateCalls();
}

FakeSubgraph::~FakeSubgraph() { RemoveDelegates(); }

void FakeSubgraph::ImportModel() {
  const size_t count = model_.graph.tensors.size();
  tensors_.resize(count);
  dims_.resize(count);
  signatures_.resize(count);
  memory_.resize(count);
  quantization_.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const ir::Tensor& source = model_.graph.tensors[i];
    abi::TfLiteTensor& tensor = tensors_[i];
    dims_[i] = MakeIntArray(source.dims.dims());
    tensor.type = ToAbi(source.type);
    tensor.dims = dims_[i].get();
    std::vector<int> signature = source.signature.dims();
    std::ranges::replace(signature, ir::kUnknownDim, -1);
    signatures_[i] = MakeIntArray(signature);
    tensor.dims_signature = signatures_[i].get();
    tensor.name = source.name.c_str();
    tensor.is_variable = source.is_variable;
    tensor.sparsity = const_cast<abi::TfLiteSparsity*>(source.sparsity);
    tensor.buffer_handle = abi::kTfLiteNullBufferHandle;
    tensor.allocation_type = source.is_dynamic ? abi::kTfLiteDynamic : abi::kTfLiteArenaRw;
    tensor.bytes = static_cast<size_t>(source.ByteCount());
    if (source.constness == ir::Constness::kStored) {
      tensor.allocation_type = abi::kTfLiteMmapRo;
      tensor.data.data = const_cast<std::byte*>(source.data.data());
      tensor.bytes = source.data.size();
    }
    if (source.quantization.scales.empty()) continue;
    // The array type serves both: TfLiteFloatArray only differs in the type of its values.
    quantization_arrays_.push_back(MakeIntArray(source.quantization.zero_points));
    quantization_[i].zero_point = quantization_arrays_.back().get();
    quantization_arrays_.push_back(MakeIntArray(std::vector<int>(source.quantization.scales.size())));
    auto* scale = reinterpret_cast<abi::TfLiteFloatArray*>(quantization_arrays_.back().get());
    std::ranges::copy(source.quantization.scales, static_cast<float*>(scale->data));
    quantization_[i].scale = scale;
    tensor.quantization = {abi::kTfLiteAffineQuantization, &quantization_[i]};
  }
  for (const ir::Node& source : model_.graph.nodes) {
    auto record = std::make_unique<NodeRecord>();
    record->inputs = MakeIntArray(source.inputs);
    record->outputs = MakeIntArray(source.outputs);
    record->node.inputs = record->inputs.get();
    record->node.outputs = record->outputs.get();
    if (source.params.present()) {
      record->node.builtin_data = const_cast<std::byte*>(&source.params.As<std::byte>());
    }
    record->registration.builtin_code = source.op_code;
    record->registration.version = source.version;
    record->registration.custom_name = source.custom_name.empty() ? nullptr : source.custom_name.c_str();
    record->node.custom_initial_data = source.custom_options.data();
    record->node.custom_initial_data_size = static_cast<int>(source.custom_options.size());
    plan_.push_back(static_cast<int>(nodes_.size()));
    nodes_.push_back(std::move(record));
  }
}

void FakeSubgraph::ReportError(abi::TfLiteContext* context, const char* format, ...) {
  std::array<char, 4096> text = {};
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text.data(), text.size(), format, arguments);
  va_end(arguments);
  From(context).interpreter_.AddError(text.data());
}

abi::TfLiteStatus FakeSubgraph::ResizeTensor(abi::TfLiteTensor* tensor, IntArray dims) {
  const auto id = static_cast<size_t>(tensor - tensors_.data());
  tensor->dims = dims.get();
  tensor->bytes = static_cast<size_t>(View(static_cast<int>(id)).ByteCount());
  dims_[id] = std::move(dims);
  return abi::kTfLiteOk;
}

void FakeSubgraph::Resize(int id, const ir::Shape& dims) {
  ResizeTensor(&tensor(id), MakeIntArray(dims.dims()));
}

ir::Tensor FakeSubgraph::View(int id) const {
  ir::Tensor view = model_.graph.tensor(id);
  view.dims = ImportShape(tensors_[static_cast<size_t>(id)]);
  return view;
}

abi::TfLiteStatus FakeSubgraph::Allocate() {
  for (const int index : plan_) {
    const NodeRecord& record = *nodes_[static_cast<size_t>(index)];
    const bool is_delegate = record.registration.prepare != nullptr;
    const abi::TfLiteStatus status =
        is_delegate ? record.registration.prepare(&context_, &nodes_[static_cast<size_t>(index)]->node)
                    : PrepareReference(record.node, index);
    if (status != abi::kTfLiteOk) {
      interpreter_.AddError("Node number " + std::to_string(index) + " failed to prepare.");
      return status;
    }
  }
  AllocateMemory();
  return abi::kTfLiteOk;
}

void FakeSubgraph::AllocateMemory() {
  for (size_t i = 0; i < tensors_.size(); ++i) {
    abi::TfLiteTensor& tensor = tensors_[i];
    if (tensor.allocation_type == abi::kTfLiteMmapRo) continue;
    // Persistent memory keeps its contents; other memory is overwritten between runs.
    if (tensor.allocation_type == abi::kTfLiteArenaRwPersistent && memory_[i].size() == tensor.bytes)
      continue;
    memory_[i].assign(tensor.bytes, kPoison);
    tensor.data.data = memory_[i].data();
  }
}

abi::TfLiteStatus FakeSubgraph::PrepareReference(const abi::TfLiteNode& node, int index) {
  const ir::Node& source = model_.graph.nodes[static_cast<size_t>(index)];
  if (FindOp(source.op_code) == nullptr) return abi::kTfLiteOk;
  ir::Graph graph = model_.graph;
  for (const int id : ToVector(node.inputs)) {
    if (id >= 0) graph.tensor(id) = View(id);
  }
  ValuesAtHand values(graph);
  if (!InferShapes(graph, source, values).ok()) return abi::kTfLiteError;
  for (const int id : source.outputs) Resize(id, graph.tensor(id).dims);
  return abi::kTfLiteOk;
}

abi::TfLiteStatus FakeSubgraph::Invoke() {
  for (const int index : plan_) {
    if (before_node) before_node(index);
    if (const abi::TfLiteStatus status = InvokeNode(index); status != abi::kTfLiteOk) {
      interpreter_.AddError("Node number " + std::to_string(index) + " failed to invoke.");
      return status;
    }
  }
  for (const int id : model_.outputs) {
    if (const abi::TfLiteStatus status = MakeReadable(id); status != abi::kTfLiteOk) return status;
  }
  return abi::kTfLiteOk;
}

// Copies values that a delegate keeps for nodes of other delegates or of none.
abi::TfLiteStatus FakeSubgraph::InvokeNode(int index) {
  NodeRecord& record = *nodes_[static_cast<size_t>(index)];
  for (const int id : ToVector(record.node.inputs)) {
    if (id < 0 || tensor(id).delegate == record.node.delegate) continue;
    if (const abi::TfLiteStatus status = MakeReadable(id); status != abi::kTfLiteOk) return status;
  }
  const bool is_delegate = record.registration.invoke != nullptr;
  return is_delegate ? record.registration.invoke(&context_, &record.node)
                     : InvokeReference(record.node, index);
}

abi::TfLiteStatus FakeSubgraph::MakeReadable(int id) {
  abi::TfLiteTensor& source = tensor(id);
  if (!source.data_is_stale) return abi::kTfLiteOk;
  handle_copies_.push_back(id);
  const abi::TfLiteStatus status =
      source.delegate->CopyFromBufferHandle(&context_, source.delegate, source.buffer_handle, &source);
  source.data_is_stale = false;
  return status;
}

abi::TfLiteStatus FakeSubgraph::InvokeReference(const abi::TfLiteNode& node, int index) {
  const ir::Node& source = model_.graph.nodes[static_cast<size_t>(index)];
  const ref::KernelRow* kernel = ref::FindKernel(source.op_code);
  if (kernel == nullptr) return abi::kTfLiteError;
  std::vector<ir::Tensor> views;
  views.reserve(source.inputs.size() + source.outputs.size());
  std::vector<ref::ConstView> inputs;
  for (const int id : ToVector(node.inputs)) {
    if (id < 0) {
      inputs.emplace_back();
      continue;
    }
    views.push_back(View(id));
    inputs.push_back(
        {&views.back(), {reinterpret_cast<const std::byte*>(tensor(id).data.raw), tensor(id).bytes}});
  }
  std::vector<ref::MutableView> outputs;
  for (const int id : ToVector(node.outputs)) {
    views.push_back(View(id));
    outputs.push_back({&views.back(), {reinterpret_cast<std::byte*>(tensor(id).data.raw), tensor(id).bytes}});
  }
  return ref::RunKernel(*kernel, {source.params, inputs, outputs}).ok() ? abi::kTfLiteOk : abi::kTfLiteError;
}

}  // namespace litevk::test
