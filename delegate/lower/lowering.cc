#include "delegate/lower/lowering.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "delegate/fuse/fuse.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

gpu::TensorId Lowering::Map(ir::TensorId id) {
  const auto updated = out_.states.find(id);
  return updated != out_.states.end() ? updated->second : MapTensor(view_.graph(), id, out_);
}

gpu::TensorId Lowering::Input(int index) { return Map(InputId(index)); }

gpu::TensorId Lowering::Output(int index) { return Map(index == 0 ? fused_.output : view_.output_id(index)); }

void Lowering::AliasOutputToInput() {
  assert(fused_.epilogue.empty());
  const gpu::TensorId input = Input(0);
  const gpu::TensorId output = Output();
  // Each alias in a chain refers to the tensor that the chain begins with.
  const gpu::Tensor& source = out_.graph.tensors[static_cast<size_t>(input)];
  const bool is_all = source.alias_of != gpu::kNoTensor && source.offset_bytes == 0 && source.rows.bytes == 0;
  out_.graph.tensors[static_cast<size_t>(output)].alias_of = is_all ? source.alias_of : input;
}

bool Lowering::IsInPlace(int part) {
  const auto found = out_.views.moved.find({fused_.position, part});
  const bool is_moved = found != out_.views.moved.end();
  move_reason_ = is_moved ? found->second : "";
  return !is_moved && fused_.epilogue.empty();
}

gpu::TensorId Lowering::AddScratch(std::string_view name, uint64_t elements, gpu::Storage storage) {
  return AddTensor(out_, std::string(name), elements, storage);
}

gpu::TensorId Lowering::NextState(int index) {
  const ir::TensorId variable = view_.input_id(index);
  const ir::Tensor& before = view_.input(index);
  const gpu::TensorId value =
      AddTensor(out_, before.name + " after", static_cast<uint64_t>(before.dims.NumElements()),
                out_.storage.Of(variable));
  out_.graph.tensors.back().is_output = true;
  out_.states[variable] = value;
  return value;
}

gpu::TensorId Lowering::AddCheck(std::string message) {
  const gpu::TensorId flag = AddTensor(out_, "check", 1, gpu::Storage::kBits32);
  out_.graph.tensors.back().is_output = true;
  out_.graph.checks.push_back({flag, NodeLabel() + ": " + std::move(message)});
  return flag;
}

std::string Lowering::NodeLabel() const {
  return std::string(FindOpInfo(view_.node())->stem) + " node " + std::to_string(view_.node().index);
}

gpu::TensorId Lowering::AddConstant(std::string_view name, uint64_t elements, gpu::Storage storage,
                                    std::function<Status(std::span<std::byte>)> write, std::string key) {
  // The number of elements guards against an incomplete key, which could give one node the shorter bytes of
  // another.
  if (!key.empty()) key += ", " + std::to_string(elements) + " elements";
  const auto same = std::ranges::find(out_.graph.constants, key, &gpu::Constant::key);
  if (!key.empty() && same != out_.graph.constants.end()) {
    out_.graph.repeated_constants.push_back({same->tensor, std::move(write), std::move(key)});
    return same->tensor;
  }
  const gpu::TensorId id = AddTensor(out_, std::string(name), elements, storage);
  return MakeConstant(out_, id, std::move(write), std::move(key));
}

std::string Lowering::KeyOf(int index, std::string_view packing) const {
  return KeyOfTensor(view_.graph(), view_.has_input(index) ? view_.input_id(index) : ir::kAbsent, packing);
}

gpu::TensorId Lowering::Zeros() {
  if (out_.zeros == gpu::kNoTensor) {
    out_.zeros = AddConstant(
        "zeros", 4, gpu::Storage::kFloat32,
        [](std::span<std::byte> bytes) -> Status {
          std::ranges::fill(bytes, std::byte{0});
          return {};
        },
        "zeros");
  }
  return out_.zeros;
}

size_t Lowering::Choose(std::string_view parameters, std::vector<std::string> alternatives,
                        std::vector<std::string> unfit) {
  const size_t emitted = out_.graph.dispatches.size();
  std::string key(FindOpInfo(view_.node())->stem);
  key += " " + InputDims(0).ToString() + " to " + output_dims().ToString() + " " + std::string(parameters);
  // Floats that integers become count as a step, as they do in the files that tuners have written.
  const size_t stored = fused_.epilogue.store.as == StoredAs::kDequantized ? 1 : 0;
  key += ", " + std::to_string(fused_.epilogue.steps.size() + stored) + " fused";
  // Alternatives that were timed under another cap, or without Winograd's, may be missing here, or be the
  // best of fewer.
  key += ", tiles up to " + std::to_string(limits().profile.max_tile);
  if (!limits().profile.winograd) key += ", without Winograd's";
  ChoicePoint point = {.key = std::move(key),
                       .alternatives = std::move(alternatives),
                       .unfit = std::move(unfit),
                       .first_dispatch = emitted,
                       .end_dispatch = emitted};
  point.taken = TakenOf(point);
  out_.choice_points.push_back(std::move(point));
  return out_.choice_points.back().taken;
}

size_t Lowering::TakenOf(const ChoicePoint& point) const {
  const std::vector<std::string>& names = point.alternatives;
  const auto avoided =
      options_.avoided == nullptr ? AvoidedAlternatives::const_iterator() : options_.avoided->find(point.key);
  const auto is_fit = [&](const std::string& name) {
    return options_.avoided == nullptr || avoided == options_.avoided->end() ||
           !avoided->second.contains(name);
  };
  if (options_.choices != nullptr) {
    const auto known = options_.choices->find(point.key);
    if (known != options_.choices->end() && is_fit(known->second)) {
      const auto found = std::ranges::find(names, known->second);
      if (found != names.end()) return static_cast<size_t>(found - names.begin());
    }
  }
  const auto first = std::ranges::find_if(names, is_fit);
  return first == names.end() ? 0 : static_cast<size_t>(first - names.begin());
}

void Lowering::Append(const gpu::ShaderInfo& shader, std::span<const uint32_t> spec,
                      std::span<const std::byte> push, std::vector<gpu::TensorId> bindings,
                      std::array<uint32_t, 3> workgroups) {
  assert(spec.size() == shader.spec_ids.size() && bindings.size() == shader.bindings.size());
  assert(std::ranges::find(bindings, gpu::kNoTensor) == bindings.end());
  gpu::Dispatch dispatch;
  dispatch.shader = &shader;
  dispatch.spec.assign(spec.begin(), spec.end());
  dispatch.push.assign(push.begin(), push.begin() + shader.push_bytes);
  dispatch.bindings = std::move(bindings);
  dispatch.workgroups = workgroups;
  SetBoundRows(out_.graph, dispatch);
  dispatch.source_node = view_.node().index;
  for (const int position : fused_.fused_positions) {
    dispatch.fused_nodes.push_back(view_.graph().nodes[static_cast<size_t>(position)].index);
  }
  std::ranges::sort(dispatch.fused_nodes);
  dispatch.label = NodeLabel();
  if (kernel().form == Form::kMoves && fused_.epilogue.empty()) {
    dispatch.move_reason = move_reason_.empty() ? std::string(kNotRows) : move_reason_;
  }
  out_.graph.dispatches.push_back(std::move(dispatch));
}

std::array<uint32_t, 3> FlatGroups(int64_t count, uint32_t local, const gpu::DeviceLimits& limits) {
  const uint32_t groups = GroupsFor(count, local);
  const uint32_t rows = GroupsFor(groups, limits.max_workgroup_count[0]);
  return {GroupsFor(groups, std::max(rows, 1U)), std::max(rows, 1U), 1};
}

std::vector<EpilogueStep> ActivationSteps(int activation) {
  switch (activation) {
    case abi::kTfLiteActRelu:
      return {{.op = EpilogueOp::kFiniteRelu}};
    case abi::kTfLiteActRelu6:
      return {{.op = EpilogueOp::kRelu6}};
    case abi::kTfLiteActReluN1To1:
      return {{.op = EpilogueOp::kReluN1To1}};
    default:
      return {{.op = EpilogueOp::kFinite}};
  }
}

LoweredPartition Lower(const JudgedGraph& judged, std::span<const int> positions,
                       std::span<const ir::TensorId> inputs, std::span<const ir::TensorId> outputs,
                       const LowerOptions& options) {
  const ir::Graph& graph = judged.graph;
  LoweredPartition out;
  out.tensors.assign(graph.tensors.size(), gpu::kNoTensor);
  std::vector<ir::TensorId> in_memory(outputs.begin(), outputs.end());
  in_memory.insert(in_memory.end(), options.apart.begin(), options.apart.end());
  std::vector<FusedNode> nodes = Fuse(judged, positions, in_memory, options.fusion);
  out.storage = AssignStorage(graph, inputs, outputs, options.float16);
  out.views = PlanViews(judged, nodes, {inputs, outputs}, out.storage, options.fusion);
  for (const ir::TensorId id : inputs) {
    out.graph.tensors[static_cast<size_t>(MapTensor(graph, id, out))].is_input = true;
  }
  for (const FusedNode& fused : nodes) {
    Lowering lowering(ViewOf(judged, fused), fused, options, out);
    const size_t chosen_before = out.choice_points.size();
    if (IsAlias(lowering.view())) {
      lowering.AliasOutputToInput();
    } else {
      fused.kernel->lower(lowering);
    }
    if (out.choice_points.size() > chosen_before) {
      out.choice_points.back().end_dispatch = out.graph.dispatches.size();
    }
  }
  for (const ir::TensorId id : outputs) {
    out.graph.tensors[static_cast<size_t>(MapTensor(graph, id, out))].is_output = true;
  }
  return out;
}

}  // namespace litevk
