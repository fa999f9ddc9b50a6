#include "delegate/engine/plan.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "delegate/engine/current_device.h"
#include "delegate/engine/mixed_program.h"
#include "delegate/engine/partition_memory.h"
#include "delegate/engine/smaller_plan.h"
#include "delegate/partition/partition_cost.h"
#include "delegate/verdict/op_names.h"
#include "delegate/verdict/verdict.h"
#include "runtime/exec/device_tensor.h"
#include "runtime/platform/guard.h"
#include "runtime/vk/instance/lifetime.h"

namespace litevk {
namespace {

constexpr const char* kNoMemory = "the device has no memory for all of its partition, and it is large";

}  // namespace

Result<std::unique_ptr<Plan>> Plan::Create(const JudgedGraph& judged, const Partition& partition,
                                           const std::vector<ir::Shape>& shapes, const Engine& engine) {
  std::unique_ptr<Plan> plan(new Plan(judged.graph, partition, engine));
  LITEVK_RETURN_IF_ERROR(plan->SetShapes(judged, shapes));
  LITEVK_RETURN_IF_ERROR(plan->EvaluateConstants());
  if (!partition.outputs.empty()) {
    LITEVK_RETURN_IF_ERROR(plan->MakeProgram());
  }
  return plan;
}

ir::TensorId Plan::ShapedTensor(size_t index) const {
  const size_t inputs = partition_.inputs.size();
  return index < inputs ? partition_.inputs[index] : partition_.shape_sources[index - inputs];
}

bool Plan::HasShapes(const std::vector<ir::Shape>& shapes) const {
  for (size_t i = 0; i < shapes.size(); ++i) {
    const ir::Tensor& tensor = shared_graph_.tensor(ShapedTensor(i));
    if (tensor.dims != shapes[i] || !tensor.has_rank) return false;
  }
  return true;
}

Status Plan::SetShapes(const JudgedGraph& judged, const std::vector<ir::Shape>& shapes) {
  if (std::ranges::any_of(shapes, &ir::Shape::has_unknown)) {
    return InvalidArgument("an input has a dim below 0");
  }
  if (HasShapes(shapes)) {
    if (auto final_nodes = FinalNodesBefore(judged, partition_.positions)) {
      nodes_ = *std::move(final_nodes);
      return {};
    }
  }
  ir::Graph& own = own_graph_.emplace(shared_graph_);
  for (size_t i = 0; i < shapes.size(); ++i) {
    ir::Tensor& tensor = own.tensor(ShapedTensor(i));
    tensor.dims = shapes[i];
    tensor.has_rank = true;
  }
  LITEVK_ASSIGN_OR_RETURN(nodes_, InferFinalShapes(own, partition_.positions, engine_.limits, shapes_));
  return {};
}

Status Plan::EvaluateConstants() {
  for (const ir::TensorId id : partition_.constants) {
    LITEVK_ASSIGN_OR_RETURN(KnownValue value, EvaluateKnown(graph(), id));
    constants_.push_back(std::move(value));
  }
  return {};
}

// Returns the nodes that a run computes, each with the estimate as the reason why the device does not run it.
std::vector<RefusedNode> Plan::SlowerNodesOf(const PartitionCost& cost) const {
  std::vector<RefusedNode> losses;
  for (const int position : partition_.positions) {
    if (IsComputedBefore(graph(), graph().nodes[static_cast<size_t>(position)])) continue;
    losses.push_back({position, Reject(ReasonCode::kNotWorthIt,
                                       "its partition would take " + ToString(cost) + ", in these shapes")});
  }
  return losses;
}

bool Plan::MakeCpuIfSlower() {
  const Options& options = engine_.options;
  const std::optional<CostModel> costs = engine_.costs(partition_.cpu);
  if (!costs || options.strict || options.partition.policy != PartitionPolicy::kAuto) return false;
  const PartitionCost cost =
      costs->Estimate(graph(), nodes_.kernels, partition_.graph_index->consumers, partition_.positions);
  if (!cost.IsSlower(partition_.most_times)) return false;
  if (cost.own_cpu_us < cost.device_us) {
    auto program = MakeCpuProgram(graph(), partition_);
    if (program.ok()) {
      program_ = std::move(*program);
      ReportRefusedNodes(graph(), partition_, SlowerNodesOf(cost), engine_);
      return true;
    }
  }
  engine_.logger.Info("partition " + std::to_string(partition_.index) + " would take " + ToString(cost) +
                      ", in these shapes; the interpreter's kernels are replaced, so it stays on the device");
  return false;
}

Status Plan::MakeProgram() {
  if (MakeCpuIfSlower()) return {};
  if (!nodes_.refused_nodes.empty()) return MakeMixed(nodes_.refused_nodes);
  if (engine_.device == nullptr) {
    LITEVK_ASSIGN_OR_RETURN(program_, MakeProgramOfCpu());
    return {};
  }
  std::vector<RefusedNode> over_limits;
  const Status built =
      BuildOnDevice([&] { return MakeCheckedGpuProgram(judged(), partition_, engine_, &over_limits); });
  if (!over_limits.empty()) return MakeMixed(over_limits);
  if (built.code() == StatusCode::kResourceExhausted) return MakeSmaller(built);
  return built.ok() ? built : FallBack("build", "could not be built: " + built.message());
}

// Tries plans that need less memory, the fastest first.
Status Plan::MakeSmaller(const Status& failure) {
  const std::string why = "could not be built: " + failure.message();
  limits_ = WithoutScratch(engine_.limits);
  if (BuildOnDevice([&] { return MakeCheckedGpuProgram(judged(), partition_, engine_, nullptr); }).ok()) {
    Report("memory", why + "; it is computed by algorithms that take less memory");
    return {};
  }
  for (const double share : {0.5, 0.75, 0.875}) {
    const std::vector<RefusedNode> largest = LargestNodes(graph(), partition_, share, kNoMemory);
    if (engine_.options.strict || largest.size() == partition_.positions.size()) break;
    const auto make = [&] { return MakeMixedProgram(judged(), partition_, largest, engine_); };
    if (!BuildOnDevice(make).ok()) continue;
    ReportRefusedNodes(graph(), partition_, largest, engine_);
    Report("memory", why + "; " + std::to_string(largest.size()) + " of its " +
                         std::to_string(partition_.positions.size()) + " nodes, the largest, run on the CPU");
    return {};
  }
  return FallBack("build", why);
}

Status Plan::BuildOnDevice(const MakeFunction& make) {
  partition_.memory->FreeUnused();
  auto program = GuardStatus(make);
  for (bool is_first = true; !program.ok(); is_first = false) {
    Status failure = program.status();
    if (!HasDevice(failure) || !is_first) return failure;
    program = GuardStatus(make);
  }
  program_ = std::move(*program);
  on_device_ = true;
  if (const std::string why = std::exchange(lost_by_, ""); !why.empty()) {
    Report("reopened", "lost its device: " + why + "; it was opened anew");
  }
  return {};
}

bool Plan::HasDevice(Status& failure) {
  if (failure.code() != StatusCode::kDeviceLost) return false;
  const Result<bool> recovered = GuardStatus([&]() -> Result<bool> { return engine_.device->Recover(); });
  if (!recovered.ok()) {
    failure = {failure.code(), failure.message() + "; " + recovered.status().message()};
    return false;
  }
  if (*recovered) lost_by_ = failure.message();
  return true;
}

// Makes a program of both: the device keeps the nodes that fit.
Status Plan::MakeMixed(const std::vector<RefusedNode>& refused_nodes) {
  const ir::Node& first = graph().nodes[static_cast<size_t>(refused_nodes[0].position)];
  const std::string why = "cannot run in these shapes: " + OpName(first) + " node " +
                          std::to_string(first.index) + ": " + refused_nodes[0].verdict.reason;
  const std::string cause =
      std::to_string(first.index) + " " + std::string(Describe(refused_nodes[0].verdict.code).name);
  ReportRefusedNodes(graph(), partition_, refused_nodes, engine_);
  if (engine_.device == nullptr || engine_.options.strict) return FallBack(cause, why);
  const Status built =
      BuildOnDevice([&] { return MakeMixedProgram(judged(), partition_, refused_nodes, engine_); });
  if (!built.ok()) return FallBack("build", "could not be built: " + built.message());
  partition_.warnings->Once(engine_.logger, cause,
                            "partition " + std::to_string(partition_.index) + " " + why + "; " +
                                std::to_string(refused_nodes.size()) + " of its " +
                                std::to_string(partition_.positions.size()) + " nodes run on the CPU");
  return {};
}

// Makes the program of a partition that no device computes: fast, but with backend=reference.
Result<std::unique_ptr<Program>> Plan::MakeProgramOfCpu() const {
  return engine_.options.backend == Backend::kReference ? MakeReferenceProgram(graph(), partition_)
                                                        : MakeCpuProgram(graph(), partition_);
}

Status Plan::FallBack(const std::string& cause, const std::string& why) {
  const std::string message = "partition " + std::to_string(partition_.index) + " " + why;
  if (engine_.options.strict) return Unavailable(message + "; the option strict forbids the CPU");
  on_device_ = false;
  ReportUse();
  program_.reset();
  auto program = MakeProgramOfCpu();
  if (!program.ok())
    return Unavailable(message + "; nor can it run on the CPU: " + program.status().message());
  program_ = std::move(*program);
  Report(cause, why + "; it runs on the CPU");
  return {};
}

void Plan::Report(const std::string& cause, const std::string& what) const {
  partition_.warnings->Once(engine_.logger, cause,
                            "partition " + std::to_string(partition_.index) + " " + what);
  // In a child of fork(), the report belongs to the parent.
  if (!vk::DriverIsOurs()) return;
  engine_.report->AddIncident({.subgraph = partition_.subgraph, .partition = partition_.index, .what = what});
}

Status Plan::BringToHost(std::span<TensorLocation> inputs) const {
  for (size_t i = 0; i < inputs.size(); ++i) {
    TensorLocation& location = inputs[i];
    const ir::TensorId id = partition_.inputs[i];
    if (location.on_device == nullptr) continue;
    if (!location.on_device->is_lost() && location.on_device->bytes() == program_->DeviceBytes(id)) continue;
    const Status status = location.on_device->Read(location.bytes);
    if (!status.ok()) {
      return {status.code(), "partition " + std::to_string(partition_.index) + " needs tensor " +
                                 std::to_string(id) + ", which is on the device: " + status.message()};
    }
    location.on_device = nullptr;
  }
  return {};
}

void Plan::ReportUse() {
  const auto report = [this] {
    if (program_ != nullptr) program_->ReportUse();
    return true;
  };
  Guard(report, [](const char*) { return false; });
}

// If the values of the run are at fault, and not the device, the CPU would fail too.
bool Plan::HasDeviceFailed(const Status& status) const {
  return on_device_ && !status.ok() && status.code() != StatusCode::kInvalidArgument;
}

Status Plan::Rebuild(Status failure, bool may_reopen) {
  if (may_reopen && HasDevice(failure)) {
    ReportUse();
    program_.reset();
    on_device_ = false;
    return MakeProgram();
  }
  return FallBack("run", "failed to run: " + failure.message());
}

Status Plan::Run(std::span<TensorLocation> inputs, std::span<TensorLocation> outputs) {
  if (program_ == nullptr) return {};
  LITEVK_RETURN_IF_ERROR(BringToHost(inputs));
  Status status = GuardStatus([&] { return program_->Run(inputs, outputs); });
  for (bool is_first = true; HasDeviceFailed(status); is_first = false) {
    LITEVK_RETURN_IF_ERROR(Rebuild(std::move(status), /*may_reopen=*/is_first));
    LITEVK_RETURN_IF_ERROR(BringToHost(inputs));
    for (TensorLocation& location : outputs) location.on_device = nullptr;
    status = GuardStatus([&] { return program_->Run(inputs, outputs); });
  }
  return status;
}

}  // namespace litevk
