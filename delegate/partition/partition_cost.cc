#include "delegate/partition/partition_cost.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "delegate/fuse/fuse.h"
#include "delegate/verdict/verdict.h"

namespace litevk {
namespace {

constexpr double kPerUs = 1e3;  // per microsecond, at a rate in 1e9 per second

// One partition of a graph.
class Weigher {
 public:
  Weigher(const JudgedGraph& judged, const std::vector<std::vector<int>>& consumers,
          std::span<const int> positions, const gpu::DeviceRates& rates, const CpuSetting& cpu)
      : judged_(judged), graph_(judged.graph), positions_(positions), rates_(rates), cpu_(cpu) {
    const std::set<int> members(positions.begin(), positions.end());
    std::set<ir::TensorId> seen;
    for (const int position : positions) {
      for (const ir::TensorId id : Node(position).inputs) {
        if (IsInRun(id) && seen.insert(id).second) inputs_.push_back(id);
      }
      for (const ir::TensorId id : Node(position).outputs) {
        seen.insert(id);
        const auto& readers = consumers[static_cast<size_t>(id)];
        const auto is_member = [&](int reader) { return members.contains(reader); };
        // A tensor that no node reads is an output of the graph.
        if (!readers.empty() && std::ranges::all_of(readers, is_member)) continue;
        if (IsInRun(id)) outputs_.push_back(id);
      }
    }
  }

  PartitionCost Weigh() const {
    PartitionCost cost = {.cpu = cpu_};
    std::vector<int> computed;
    for (const int position : positions_) {
      if (IsComputedBefore(graph_, Node(position)) || OutputsAreKnown(position)) continue;
      computed.push_back(position);
      cost.cpu_us += CpuNodeUs(judged_.View(position), cpu_);
      cost.own_cpu_us += CpuNodeUs(judged_.View(position), {CpuKernels::kLitevk, cpu_.threads});
    }
    const std::vector<FusedNode> dispatches = Fuse(judged_, computed, outputs_, true);
    if (dispatches.empty()) return {};  // constants alone, computed once
    for (const FusedNode& fused : dispatches) {
      const OpCost work = DeviceWorkOf(fused);
      if (work.bytes > 0) cost.device_us += rates_.dispatch_us + rates_.WorkUs(work.flops, work.bytes);
    }
    cost.overhead_us = rates_.submit_us;
    if (rates_.io_gbs > 0)
      cost.overhead_us += (BytesOf(inputs_) + BytesOf(outputs_)) / (rates_.io_gbs * kPerUs);
    cost.device_us += cost.overhead_us;
    return cost;
  }

 private:
  const ir::Node& Node(int position) const { return judged_.Node(position); }
  bool IsInRun(ir::TensorId id) const { return id != ir::kAbsent && graph_.tensor(id).is_of_run(); }
  double BytesOf(std::span<const ir::TensorId> ids) const {
    double bytes = 0;
    for (const ir::TensorId id : ids) bytes += static_cast<double>(graph_.tensor(id).ByteCount());
    return bytes;
  }

  // True if the plan has computed the node's outputs, as it does with shapes.
  bool OutputsAreKnown(int position) const {
    return std::ranges::all_of(Node(position).outputs, [&](ir::TensorId id) {
      return id == ir::kAbsent || graph_.tensor(id).is_known();
    });
  }

  OpCost WorkOf(int position) const {
    const ir::Node& node = Node(position);
    return FindOpInfo(node)->cost({graph_, node});
  }
  // Returns the work of a node on the device, whose kernel may count operations of its own.
  OpCost DeviceWorkOf(int position) const {
    OpCost work = WorkOf(position);
    const auto device_flops = judged_.KernelAt(position).device_flops;
    if (device_flops != nullptr) work.flops = device_flops(judged_.View(position));
    return work;
  }
  // Returns the work of a dispatch. Tensors between its nodes are neither written nor read.
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

  JudgedGraph judged_;
  const ir::Graph& graph_;
  std::span<const int> positions_;
  const gpu::DeviceRates& rates_;
  CpuSetting cpu_;
  std::vector<ir::TensorId> inputs_;   // from outside, at run time
  std::vector<ir::TensorId> outputs_;  // read outside, at run time
};

// Returns the time in two digits: more would claim to be known.
std::string About(double us) {
  const double unit = us < 100 ? 1 : std::pow(10, std::floor(std::log10(us)) - 1);
  return std::to_string(std::llround(std::round(us / unit) * unit)) + " us";
}

}  // namespace

PartitionCost CostModel::Estimate(const ir::Graph& graph, const NodeKernels& kernels,
                                  const std::vector<std::vector<int>>& consumers,
                                  std::span<const int> positions) const {
  return Weigher({graph, kernels, limits}, consumers, positions, rates, cpu).Weigh();
}

std::string ToString(const PartitionCost& cost) {
  const std::string plan = cost.plan_us > 0 ? " and " + About(cost.plan_us) + " a plan for new dims" : "";
  return "about " + About(cost.device_us) + " on the device, of which " + About(cost.overhead_us) +
         " submit and transfer" + plan + ", and " + About(cost.cpu_us) +
         (cost.cpu.kernels == CpuKernels::kLitevk ? " in litevk's kernels on the CPU" : " on the CPU");
}

std::string RuleOf(double most_times) {
  if (most_times <= 1) {
    return "with a driver that runs on the CPU, partition_policy=auto takes what is estimated to be faster "
           "than without it";
  }
  return "partition_policy=auto takes what is estimated to take at most " +
         std::to_string(std::lround(most_times)) + " times as long on the device as on the CPU";
}

}  // namespace litevk
