#include "runtime/opset/run_node.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "kernels_ref/support/operand_tensors.h"
#include "kernels_ref/support/output_views.h"
#include "kernels_ref/support/scratch.h"
#include "runtime/base/denormals.h"
#include "runtime/ir/packed_elements.h"
#include "runtime/tflite/strings.h"

namespace litevk::ref {
namespace {

bool WritesNothing(const KernelArgs& args) {
  const auto is_empty = [](const MutableView& view) {
    return !view.present() || view.dims().NumElements() == 0;
  };
  return std::ranges::all_of(args.outputs, is_empty) && std::ranges::all_of(args.variables, is_empty);
}

template <typename View>
bool IsPacked(const View& view) {
  return view.present() && ir::PackedBits(view.type()) > 0;
}

bool HasPacked(const KernelArgs& args) {
  return std::ranges::any_of(args.inputs, IsPacked<ConstView>) ||
         std::ranges::any_of(args.outputs, IsPacked<MutableView>);
}

size_t UnpackedBytes(const ConstView& view) {
  return IsPacked(view) && !view.bytes.empty() ? static_cast<size_t>(view.dims().NumElements()) : 0;
}

size_t UnpackedBytes(const MutableView& view) {
  return IsPacked(view) ? static_cast<size_t>(view.dims().NumElements()) : 0;
}

size_t UnpackedBytes(const KernelArgs& args) {
  size_t bytes = 0;
  for (const ConstView& view : args.inputs) bytes += UnpackedBytes(view);
  for (const MutableView& view : args.outputs) bytes += UnpackedBytes(view);
  return bytes;
}

// Arguments of a run with packed elements expanded to one byte each.
class UnpackedArgs {
 public:
  explicit UnpackedArgs(const KernelArgs& args)
      : args_(args), storage_(UnpackedBytes(args)), room_(storage_.elements()) {
    inputs_.reserve(args.inputs.size());
    for (const ConstView& view : args.inputs) inputs_.push_back(Unpacked(view));
    if (std::ranges::none_of(args.outputs, IsPacked<MutableView>)) return;
    outputs_.reserve(args.outputs.size());
    for (const MutableView& view : args.outputs) outputs_.push_back(WithRoom(view));
  }
  UnpackedArgs(const UnpackedArgs&) = delete;
  UnpackedArgs& operator=(const UnpackedArgs&) = delete;

  KernelArgs args() const {
    return {.params = args_.params,
            .inputs = inputs_,
            .outputs = outputs_.empty() ? args_.outputs : outputs_,
            .variables = args_.variables,
            .intermediates = args_.intermediates};
  }

  // Packs the results into the tensors to which they belong.
  void PackOutputs() const {
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (IsPacked(outputs_[i]))
        ir::PackElements(outputs_[i].type(), outputs_[i].bytes, args_.outputs[i].bytes);
    }
  }

 private:
  // A view without bytes only has a shape, and is returned unchanged.
  ConstView Unpacked(const ConstView& view) {
    if (!IsPacked(view) || view.bytes.empty()) return view;
    const std::span<std::byte> elements = TakeRoom(UnpackedBytes(view));
    ir::UnpackElements(view.type(), view.bytes, elements);
    return {view.tensor, elements};
  }
  MutableView WithRoom(const MutableView& view) {
    return IsPacked(view) ? MutableView{view.tensor, TakeRoom(UnpackedBytes(view))} : view;
  }

  std::span<std::byte> TakeRoom(size_t size) {
    const std::span<std::byte> taken = room_.first(size);
    room_ = room_.subspan(size);
    return taken;
  }

  const KernelArgs& args_;
  Scratch<std::byte> storage_;
  std::span<std::byte> room_;  // unused part of storage_
  std::vector<ConstView> inputs_;
  std::vector<MutableView> outputs_;  // empty if no output is packed
};

// Inputs for shape functions: every input with a value counts as stored.
class ShapeInputs {
 public:
  explicit ShapeInputs(std::span<const ConstView> views) {
    for (const ConstView& view : views) {
      const bool is_computed =
          view.present() && !view.bytes.empty() && view.tensor->constness != ir::Constness::kStored;
      tensors_.push_back(is_computed ? &Stored(view) : view.tensor);
    }
  }
  ShapeInputs(const ShapeInputs&) = delete;
  ShapeInputs& operator=(const ShapeInputs&) = delete;

  OperandTensors tensors() const { return tensors_; }

 private:
  const ir::Tensor& Stored(const ConstView& view) {
    ir::Tensor& tensor = copies_.emplace_back(*view.tensor);
    tensor.constness = ir::Constness::kStored;
    tensor.data = view.bytes;
    return tensor;
  }

  std::deque<ir::Tensor> copies_;
  std::vector<const ir::Tensor*> tensors_;
};

// Allocates the node's outputs, with the dims inferred from its inputs.
Result<std::vector<ComputedTensor>> MakeOutputs(const OpInfo& info, const ir::Graph& graph,
                                                const ir::Node& node, std::span<const ConstView> inputs) {
  std::vector<ir::Shape> shapes;
  std::vector<ir::DataType> types;
  for (const ir::TensorId id : node.outputs) {
    shapes.push_back(graph.tensor(id).dims);
    types.push_back(graph.tensor(id).type);
  }
  // Shapes may depend on the size of an element, which strings do not have.
  LITEVK_RETURN_IF_ERROR(CheckTypes(info, TensorsOf(inputs), ir::TensorsOf(graph, node.outputs)));
  const ShapeInputs operands(inputs);
  LITEVK_RETURN_IF_ERROR(InferShapes(
      info, {.inputs = operands.tensors(), .params = node.params, .outputs = shapes, .output_types = types}));
  std::vector<ComputedTensor> outputs(shapes.size());
  for (size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i].has_unknown()) return Internal("the dims of an output are not known");
    outputs[i].tensor = graph.tensor(node.outputs[i]);
    outputs[i].tensor.dims = std::move(shapes[i]);
    outputs[i].bytes.resize(static_cast<size_t>(outputs[i].tensor.ByteCount()));
  }
  return outputs;
}

}  // namespace

bool ReadsScales(const KernelArgs& args) {
  const auto is_scaled = [](const auto& view) {
    return view.present() && !view.tensor->quantization.scales.empty() &&
           view.type() != ir::DataType::kFloat32;
  };
  return std::ranges::any_of(args.inputs, is_scaled) || std::ranges::any_of(args.outputs, is_scaled);
}

Status RunChecked(const KernelRow& row, KernelFn run, const KernelArgs& args) {
  if (!row.checks_values && WritesNothing(args)) return {};
  std::optional<ScopedKeepDenormals> keep_denormals;
  if (ReadsScales(args)) keep_denormals.emplace();
  if (!HasPacked(args)) return run(args);
  const UnpackedArgs unpacked(args);
  LITEVK_RETURN_IF_ERROR(run(unpacked.args()));
  unpacked.PackOutputs();
  return {};
}

Status CheckNode(const KernelRow& row, const PreparedNode& node) {
  LITEVK_RETURN_IF_ERROR(CheckTypes(row.info, node.inputs, node.outputs));
  if (row.check == nullptr) return {};
  const ScopedKeepDenormals keep_denormals;  // as an interpreter requests before a run
  return row.check(node);
}

Status RunKernel(const KernelRow& row, const KernelArgs& args) {
  const std::vector<const ir::Tensor*> inputs = TensorsOf(args.inputs);
  const std::vector<const ir::Tensor*> outputs = TensorsOf(args.outputs);
  LITEVK_RETURN_IF_ERROR(CheckNode(row, {args.params, inputs, outputs, args.intermediates}));
  return RunChecked(row, FunctionFor(row, inputs, outputs), args);
}

Result<std::vector<ConstView>> GatherInputs(const ir::Node& node, const FindInput& find) {
  std::vector<ConstView> inputs;
  inputs.reserve(node.inputs.size());
  for (const ir::TensorId id : node.inputs) {
    inputs.emplace_back();
    if (id == ir::kAbsent) continue;
    LITEVK_ASSIGN_OR_RETURN(inputs.back(), find(id));
  }
  return inputs;
}

std::vector<MutableView> VariablesAmong(std::span<const ConstView> inputs) {
  std::vector<MutableView> variables(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].present() || !inputs[i].tensor->is_variable) continue;
    const std::span<const std::byte> bytes = inputs[i].bytes;
    variables[i] = {inputs[i].tensor, {const_cast<std::byte*>(bytes.data()), bytes.size()}};
  }
  return variables;
}

Result<std::vector<ComputedTensor>> RunNode(const ir::Graph& graph, const ir::Node& node,
                                            const FindInput& find) {
  const KernelRow* row = FindKernel(node.op_code);
  if (row == nullptr) return Internal("node " + std::to_string(node.index) + ": no reference kernel");
  LITEVK_ASSIGN_OR_RETURN(const std::vector<ConstView> inputs, GatherInputs(node, find));
  LITEVK_ASSIGN_OR_RETURN(std::vector<ComputedTensor> outputs, MakeOutputs(row->info, graph, node, inputs));
  OutputViews written;
  for (ComputedTensor& output : outputs) written.Add(output.tensor, output.bytes);
  LITEVK_RETURN_IF_ERROR(
      RunKernel(*row, {.params = node.params, .inputs = inputs, .outputs = written.views}));
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (written.views[i].strings != nullptr) outputs[i].bytes = PackStrings(*written.views[i].strings);
  }
  return outputs;
}

}  // namespace litevk::ref
