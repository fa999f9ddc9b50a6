#include "delegate/partition/partition_cost.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "delegate/lower/fuse.h"
#include "delegate/lower/op_spec.h"
#include "delegate/partition/verdict.h"

namespace litevk {
namespace {

// One thread of XNNPACK on a plain x86-64 core, about half as fast as measured (docs/design/partitions.md),
// so that what is left to the CPU is faster there than estimated, and the device is not left out for too
// little.
constexpr double kCpuGflops = 70;
constexpr double kCpuGbs = 15;
constexpr double kCpuNodeUs = 1;  // that the interpreter takes for a node, without its work

constexpr double kPerUs = 1e3;  // of a rate in 1e9 a second

double WorkUs(const OpCost& work, double gflops, double gbs) {
  return std::max(work.flops / (gflops * kPerUs), work.bytes / (gbs * kPerUs));
}

// One partition of a graph.
class Weigher {
 public:
  Weigher(const ir::Graph& graph, const std::vector<std::vector<int>>& consumers,
          std::span<const int> positions, const CostModel& model)
      : graph_(graph), positions_(positions), model_(model) {
    const std::set<int> members(positions.begin(), positions.end());
    std::set<ir::TensorId> made;
    for (const int position : positions) {
      for (const ir::TensorId id : Node(position).inputs) AddUnless(made, id, inputs_);
      for (const ir::TensorId id : Node(position).outputs) {
        made.insert(id);
        const auto& readers = consumers[static_cast<size_t>(id)];
        const auto is_member = [&](int reader) { return members.contains(reader); };
        // What nobody reads is an output of the graph.
        if (!readers.empty() && std::ranges::all_of(readers, is_member)) continue;
        AddUnless({}, id, outputs_);
      }
    }
  }

  // Dims that are open make the work unknown, be they the partition's own or what came of them.
  bool DimsAreKnown() const {
    return std::ranges::all_of(positions_, [&](int position) {
      const auto is_known = [&](ir::TensorId id) {
        return id == ir::kAbsent ||
               std::ranges::all_of(graph_.tensor(id).dims.dims(), [](int dim) { return dim >= 0; });
      };
      return std::ranges::all_of(Node(position).inputs, is_known) &&
             std::ranges::all_of(Node(position).outputs, is_known);
    });
  }

  PartitionCost Weigh() const {
    const gpu::DeviceRates& rates = model_.rates;
    PartitionCost cost;
    std::vector<int> computed;
    for (const int position : positions_) {
      if (IsComputedBefore(graph_, Node(position))) continue;
      computed.push_back(position);
      cost.cpu_us += kCpuNodeUs + WorkUs(WorkOf(position), kCpuGflops, kCpuGbs);
    }
    const std::vector<FusedNode> dispatches = Fuse(graph_, computed, outputs_, model_.limits, true);
    if (dispatches.empty()) return {};  // constants alone, computed once
    for (const FusedNode& fused : dispatches) {
      const OpCost work = DeviceWorkOf(fused);
      if (work.bytes > 0) cost.device_us += rates.dispatch_us + WorkUs(work, rates.gflops, rates.gbs);
    }
    cost.overhead_us = rates.submit_us;
    if (rates.io_gbs > 0)
      cost.overhead_us += (BytesOf(inputs_) + BytesOf(outputs_)) / (rates.io_gbs * kPerUs);
    cost.device_us += cost.overhead_us;
    return cost;
  }

 private:
  const ir::Node& Node(int position) const { return graph_.nodes[static_cast<size_t>(position)]; }
  void AddUnless(const std::set<ir::TensorId>& made, ir::TensorId id, std::vector<ir::TensorId>& ids) const {
    if (id == ir::kAbsent || made.contains(id)) return;
    if (graph_.tensor(id).constness != ir::Constness::kRuntime) return;
    if (std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
  }
  double BytesOf(std::span<const ir::TensorId> ids) const {
    double bytes = 0;
    for (const ir::TensorId id : ids) bytes += static_cast<double>(graph_.tensor(id).ByteCount());
    return bytes;
  }

  OpCost WorkOf(int position) const {
    const ir::Node& node = Node(position);
    return FindOpInfo(node)->cost({graph_, node});
  }
  // The same on the device.
  OpCost DeviceWorkOf(int position) const {
    OpCost work = WorkOf(position);
    const OpSpec& spec = *FindOp(Node(position));
    if (spec.device_flops != nullptr) {
      work.flops = spec.device_flops(NodeView(graph_, Node(position), model_.limits));
    }
    return work;
  }
  // Tensors between the nodes of one dispatch are neither written nor read.
  OpCost DeviceWorkOf(const FusedNode& fused) const {
    OpCost work = DeviceWorkOf(fused.position);
    double unwritten = -static_cast<double>(graph_.tensor(fused.output).ByteCount());
    for (const ir::TensorId id : Node(fused.position).outputs) unwritten += BytesOf({&id, 1});
    for (const int position : fused.fused_positions) {
      const OpCost own = DeviceWorkOf(position);
      work.flops += own.flops;
      work.bytes += own.bytes;
      unwritten += BytesOf(Node(position).outputs);
    }
    work.bytes -= 2 * unwritten;
    return work;
  }

  const ir::Graph& graph_;
  std::span<const int> positions_;
  const CostModel& model_;
  std::vector<ir::TensorId> inputs_;   // from outside, at run time
  std::vector<ir::TensorId> outputs_;  // read outside, at run time
};

// Two digits: more would claim to be known.
std::string About(double us) {
  const double unit = us < 100 ? 1 : std::pow(10, std::floor(std::log10(us)) - 1);
  return std::to_string(std::llround(std::round(us / unit) * unit)) + " us";
}

}  // namespace

std::optional<PartitionCost> CostModel::Estimate(const ir::Graph& graph,
                                                 const std::vector<std::vector<int>>& consumers,
                                                 std::span<const int> positions) const {
  const Weigher weigher(graph, consumers, positions, *this);
  if (!weigher.DimsAreKnown()) return std::nullopt;
  return weigher.Weigh();
}

std::string ToString(const PartitionCost& cost) {
  return "about " + About(cost.device_us) + " on the device, of which " + About(cost.overhead_us) +
         " submit and transfer, and " + About(cost.cpu_us) + " on the CPU";
}

}  // namespace litevk
