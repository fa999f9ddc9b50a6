#include "delegate/engine/trace.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "delegate/engine/gpu_program.h"
#include "delegate/fuse/fuse.h"
#include "delegate/lower/lowering.h"
#include "runtime/vk/instance/capabilities.h"

namespace litevk {
namespace {

// Returns the engine for a program that nobody is told of.
Engine Quiet(Engine engine) {
  engine.report =
      std::make_shared<ReportWriter>("", engine.logger, std::vector<std::pair<std::string, std::string>>());
  engine.options.verify = {};
  engine.options.debug_dump_dir.clear();
  engine.options.enable_op_profiling = false;
  engine.options.enable_pipeline_statistics = false;
  return engine;
}

// Returns the tensors that the nodes write whole and a run computes, those of the partition first.
std::vector<ir::TensorId> WrittenBy(const JudgedGraph& judged, const std::vector<FusedNode>& nodes,
                                    const std::vector<ir::TensorId>& outputs) {
  std::vector<ir::TensorId> written = outputs;
  std::set<ir::TensorId> seen(outputs.begin(), outputs.end());
  for (const FusedNode& node : nodes) {
    std::vector<ir::TensorId> ids = judged.Node(node.position).outputs;
    ids[0] = node.output;
    for (const ir::TensorId id : ids) {
      if (id != ir::kAbsent && judged.graph.tensor(id).is_of_run() && seen.insert(id).second) {
        written.push_back(id);
      }
    }
  }
  return written;
}

std::vector<TensorLocation> LocationsOf(std::vector<std::vector<std::byte>>& values) {
  std::vector<TensorLocation> locations;
  locations.reserve(values.size());
  for (std::vector<std::byte>& value : values) locations.push_back({.bytes = value});
  return locations;
}

}  // namespace

Trace::Trace(const JudgedGraph& judged, const Partition& partition, const Engine& engine)
    : judged_(judged), engine_(Quiet(engine)), partition_(partition) {}

Result<std::unique_ptr<Trace>> Trace::Make(const JudgedGraph& judged, const Partition& partition,
                                           const Engine& engine) {
  std::unique_ptr<Trace> trace(new Trace(judged, partition, engine));
  LITEVK_RETURN_IF_ERROR(trace->Build());
  return trace;
}

Status Trace::Build() {
  const std::vector<ir::TensorId> apart = ApartTensors(judged_.graph, partition_, engine_);
  std::vector<ir::TensorId> in_memory = partition_.outputs;
  in_memory.insert(in_memory.end(), apart.begin(), apart.end());
  const bool enable = !engine_.options.disable_fusion;
  nodes_ = Fuse(judged_, partition_.positions, in_memory, enable);
  partition_.outputs = WrittenBy(judged_, nodes_, partition_.outputs);
  // More tensors in memory may leave fewer nodes fused.
  nodes_ = Fuse(judged_, partition_.positions, partition_.outputs, enable);
  partition_.outputs = WrittenBy(judged_, nodes_, partition_.outputs);
  lowered_ = LowerAsChosen(judged_, partition_, engine_);
  LITEVK_ASSIGN_OR_RETURN(program_, MakeGpuProgram(judged_, partition_, engine_));
  for (const ir::TensorId id : partition_.outputs) {
    outputs_.emplace_back(static_cast<size_t>(judged_.graph.tensor(id).ByteCount()));
  }
  return {};
}

Result<DeviceRun> Trace::Run(const std::vector<std::vector<std::byte>>& inputs) {
  before_ = inputs;
  inputs_ = inputs;
  const auto in = LocationsOf(inputs_);
  const auto out = LocationsOf(outputs_);
  LITEVK_RETURN_IF_ERROR(program_->Run(in, out));
  DeviceRun run;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const ir::TensorId id = partition_.inputs[i];
    run.inputs[id] = before_[i];
    if (judged_.graph.tensor(id).is_variable) run.states[id] = inputs_[i];
  }
  for (size_t i = 0; i < outputs_.size(); ++i) run.computed[partition_.outputs[i]] = outputs_[i];
  for (const FusedNode& node : nodes_) {
    if (IsWinograd(node)) run.winograd.insert(node.position);
  }
  return run;
}

bool Trace::IsWinograd(const FusedNode& node) const {
  return std::ranges::any_of(lowered_.graph.dispatches, [&](const gpu::Dispatch& dispatch) {
    return dispatch.source_node == NodeIndex(node) && dispatch.shader->name.starts_with("winograd_");
  });
}

const FusedNode* Trace::DispatchOf(int position) const {
  const auto has = [&](const FusedNode& node) {
    return node.position == position ||
           std::ranges::find(node.fused_positions, position) != node.fused_positions.end();
  };
  const auto found = std::ranges::find_if(nodes_, has);
  return found == nodes_.end() ? nullptr : &*found;
}

std::string Trace::ShadersOf(const FusedNode& node) const {
  std::string text;
  std::set<std::string_view> named;
  for (const gpu::Dispatch& dispatch : lowered_.graph.dispatches) {
    if (dispatch.source_node != NodeIndex(node) || !named.insert(dispatch.shader->name).second) continue;
    text += (text.empty() ? "" : ", ") + std::string(dispatch.shader->name);
    const std::string features = vk::CapabilityNames(dispatch.shader->capabilities);
    text += features.empty() ? "" : " (" + features + ")";
  }
  return text;
}

const ChoicePoint* Trace::ChoiceOf(const FusedNode& node) const {
  for (const ChoicePoint& point : lowered_.choice_points) {
    for (size_t i = point.first_dispatch; i < point.end_dispatch; ++i) {
      if (lowered_.graph.dispatches[i].source_node == NodeIndex(node)) return &point;
    }
  }
  return nullptr;
}

}  // namespace litevk
