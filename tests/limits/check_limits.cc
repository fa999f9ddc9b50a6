// litevk-check-limits FOLDER: plans every operator case below the folder for devices with artificially small
// limits, without a device. A node is either refused with a sentence, or its dispatches keep within the
// limits.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include "delegate/engine/over_limits.h"
#include "delegate/lower/lowering.h"
#include "delegate/partition/partition_edges.h"
#include "delegate/partition/partitioner.h"
#include "delegate/partition/settle.h"
#include "runtime/exec/graph_check.h"
#include "runtime/graph/module_interface.h"
#include "runtime/graph/specialize.h"
#include "runtime/model/model.h"
#include "runtime/model/model_graph.h"

namespace litevk {
namespace {

struct SmallDevice {
  std::string name;
  std::function<void(gpu::DeviceLimits&)> shrink;
};

// One limit each, below what any device of the README has, so that small cases meet it.
const std::vector<SmallDevice>& SmallDevices() {
  static const std::vector<SmallDevice> devices = {
      {"floor", [](gpu::DeviceLimits&) {}},
      {"range_64", [](gpu::DeviceLimits& limits) { limits.max_storage_buffer_range_bytes = 64; }},
      {"range_1024", [](gpu::DeviceLimits& limits) { limits.max_storage_buffer_range_bytes = 1024; }},
      {"workgroups_2",
       [](gpu::DeviceLimits& limits) {
         limits.max_workgroup_count = {2, 2, 2};
       }},
      {"workgroups_16",
       [](gpu::DeviceLimits& limits) {
         limits.max_workgroup_count = {16, 16, 16};
       }},
      {"workgroups_y_1",
       [](gpu::DeviceLimits& limits) {
         limits.max_workgroup_count = {65535, 1, 1};
       }},
      {"texels_16",
       [](gpu::DeviceLimits& limits) {
         limits.max_texel_buffer_elements = 16;
         limits.max_bound_texel_buffers = 8;
         limits.profile.prefers_texel_loads = true;
       }},
      {"lanes_8",
       [](gpu::DeviceLimits& limits) {
         limits.subgroup_size = 8;
         limits.runs_on_cpu = true;
       }},
  };
  return devices;
}

struct Tally {
  int delegated = 0;
  int refused = 0;
  int left_to_cpu = 0;  // when they were planned
};

// Ok when every dispatch keeps within the limits: its bindings, its workgroups, and what its module is after
// specialization.
Status CheckProgram(const gpu::Graph& program, const gpu::DeviceLimits& limits) {
  LITEVK_RETURN_IF_ERROR(CheckGraph(program, limits));
  for (const gpu::Dispatch& dispatch : program.dispatches) {
    const std::vector<uint32_t> words = gpu::Specialize(*dispatch.shader, dispatch.spec);
    LITEVK_ASSIGN_OR_RETURN(const auto module, gpu::ReadInterface(words, dispatch.shader->entry_point));
    const Status status = gpu::CheckLimits(module, limits);
    if (!status.ok()) {
      return Internal(dispatch.label + ", shader " + std::string(dispatch.shader->name) + ": " +
                      status.message());
    }
  }
  return {};
}

// The nodes between those that are over the limits, as a plan runs them.
std::vector<std::vector<int>> Remainders(const std::vector<int>& positions, const std::vector<Misfit>& over) {
  std::vector<std::vector<int>> parts(1);
  for (const int position : positions) {
    if (std::ranges::find(over, position, &Misfit::position) == over.end()) {
      parts.back().push_back(position);
    } else if (!parts.back().empty()) {
      parts.emplace_back();
    }
  }
  if (parts.back().empty()) parts.pop_back();
  return parts;
}

// What goes beyond the limits as a whole is planned once more without the nodes that do, and so is what is
// left, where other nodes are fused then.
Status CheckPartition(const ir::Graph& graph, const std::vector<int>& positions,
                      std::span<const ir::TensorId> outputs, const gpu::DeviceLimits& limits, Tally& tally) {
  const auto lower = [&](const std::vector<int>& part) {
    const PartitionEdges edges = EdgesOf(graph, part, outputs);
    return Lower(graph, part, edges.inputs, edges.outputs, limits, {}).graph;
  };
  const gpu::Graph whole = lower(positions);
  const std::vector<Misfit> over = FindOverLimits(whole, graph, limits);
  if (over.empty()) return CheckProgram(whole, limits);
  tally.left_to_cpu += static_cast<int>(over.size());
  for (const Misfit& misfit : over) {
    if (misfit.verdict.reason.empty()) return Internal("a node is over the limits without a sentence");
  }
  for (const std::vector<int>& part : Remainders(positions, over)) {
    LITEVK_RETURN_IF_ERROR(CheckPartition(graph, part, outputs, limits, tally));
  }
  return {};
}

Status CheckModel(const std::filesystem::path& path, const gpu::DeviceLimits& limits, Tally& tally) {
  const auto loaded = Model::FromFile(path.string());
  // A case of a damaged file.
  if (!loaded.ok()) return {};
  const auto& model = *loaded;
  const schema::SubGraph& subgraph = *model->root().subgraphs()->Get(0);
  LITEVK_ASSIGN_OR_RETURN(ModelGraph imported, ModelGraph::Import(*model, subgraph));
  ir::Graph& graph = imported.graph();
  const Partitioning partitioning = PartitionGraph(graph, JudgeGraph(graph, limits), {});
  for (const Verdict& verdict : partitioning.verdicts) {
    (verdict.supported() ? tally.delegated : tally.refused) += 1;
    if (!verdict.supported() && verdict.reason.empty())
      return Internal("a node was refused without a sentence");
  }
  const std::vector<int> outputs(subgraph.outputs()->begin(), subgraph.outputs()->end());
  PlannedValues shapes;
  for (const std::vector<int>& positions : partitioning.partitions) {
    const auto misfits = SettleShapes(graph, positions, limits, shapes);
    // Of a graph whose dims are open; the file's are not the run's.
    if (!misfits.ok() || !misfits->empty()) continue;
    LITEVK_RETURN_IF_ERROR(CheckPartition(graph, positions, outputs, limits, tally));
  }
  return {};
}

std::vector<std::filesystem::path> ModelsBelow(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> models;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().filename() == "model.tflite") models.push_back(entry.path());
  }
  std::ranges::sort(models);
  return models;
}

int CheckFolder(const std::filesystem::path& folder) {
  const std::vector<std::filesystem::path> models = ModelsBelow(folder);
  int failures = models.empty() ? 1 : 0;
  int delegated_at_floor = 0;
  for (const SmallDevice& device : SmallDevices()) {
    gpu::DeviceLimits limits;
    device.shrink(limits);
    Tally tally;
    for (const auto& path : models) {
      const Status status = CheckModel(path, limits, tally);
      if (status.ok()) continue;
      ++failures;
      std::cout << device.name << " " << path.parent_path().lexically_relative(folder).string() << ": "
                << status.message() << "\n";
    }
    std::cout << device.name << ": " << models.size() << " models, " << tally.delegated
              << " nodes for the device, " << tally.left_to_cpu << " of these not when they are planned, "
              << tally.refused << " refused\n";
    delegated_at_floor = std::max(delegated_at_floor, tally.delegated);
  }
  if (delegated_at_floor < static_cast<int>(models.size()) / 4) ++failures;
  std::cout << failures << " failures\n";
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace litevk

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: litevk-check-limits FOLDER\n";
    return 2;
  }
  return litevk::CheckFolder(argv[1]);
}
