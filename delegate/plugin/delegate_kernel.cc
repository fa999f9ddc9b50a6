#include "delegate/plugin/delegate_kernel.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "delegate/engine/partition_memory.h"
#include "delegate/import/import_graph.h"
#include "delegate/verdict/planned.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/platform/one_thread.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/int_array.h"

namespace litevk {
namespace {

// Collects tensors in the order in which they were added, each once.
class UniqueIds {
 public:
  explicit UniqueIds(std::vector<ir::TensorId>& ids) : ids_(ids) {}
  void Add(ir::TensorId id) {
    if (seen_.insert(id).second) ids_.push_back(id);
  }

 private:
  std::vector<ir::TensorId>& ids_;
  std::unordered_set<ir::TensorId> seen_;
};

// Returns tensors that no node at `positions` touches, but whose dims decide shapes that one of them reads.
std::vector<ir::TensorId> SourcesElsewhere(const ir::Graph& graph, const std::vector<int>& positions) {
  std::unordered_set<ir::TensorId> touched;
  for (const int position : positions) {
    const ir::Node& node = graph.nodes[static_cast<size_t>(position)];
    touched.insert(node.inputs.begin(), node.inputs.end());
    touched.insert(node.outputs.begin(), node.outputs.end());
  }
  std::vector<ir::TensorId> planned;
  std::ranges::copy_if(touched, std::back_inserter(planned),
                       [&](ir::TensorId id) { return id != ir::kAbsent && graph.tensor(id).is_planned(); });
  std::vector<ir::TensorId> sources;
  std::ranges::copy_if(ShapeSources(graph, planned), std::back_inserter(sources),
                       [&](ir::TensorId id) { return !touched.contains(id); });
  return sources;
}

Status Resize(abi::TfLiteContext* context, ir::TensorId id, const ir::Shape& dims, int64_t bytes) {
  abi::TfLiteTensor& tensor = context->tensors[id];
  if (ImportShape(tensor) == dims && tensor.bytes == static_cast<size_t>(bytes)) return {};
  IntArray array = MakeIntArray(dims.dims());
  if (array == nullptr) return {StatusCode::kResourceExhausted, "output dims: out of memory"};
  if (context->ResizeTensor(context, &tensor, array.release()) != abi::kTfLiteOk) {
    return Internal("tensor " + std::to_string(id) + ": the interpreter refused the dims " + dims.ToString());
  }
  return {};
}

}  // namespace

DelegateKernel::DelegateKernel(std::shared_ptr<const Engine> engine, std::shared_ptr<PreparedGraph> prepared,
                               const abi::TfLiteDelegateParams& params,
                               std::shared_ptr<const OuterBuffers> buffers)
    : engine_(std::move(engine)), prepared_(std::move(prepared)), buffers_(*engine_, std::move(buffers)) {
  init_error_ = engine_->options.error_during_init
                    ? Internal("failure injected by the option error_during_init")
                    : SetPartition(params);
  if (prepared_->init_error.ok()) prepared_->init_error = init_error_;
}

Status DelegateKernel::SetPartition(const abi::TfLiteDelegateParams& params) {
  partition_.subgraph = prepared_->subgraph;
  partition_.index = prepared_->partitions++;
  partition_.most_times = prepared_->most_times;
  partition_.cpu = prepared_->cpu;
  for (const int node_index : ToVector(params.nodes_to_replace)) {
    const auto found = prepared_->index->positions.find(node_index);
    if (found == prepared_->index->positions.end()) {
      return Internal("node " + std::to_string(node_index) + ": not in the graph that was prepared");
    }
    partition_.positions.push_back(found->second);
    prepared_->partition_of[static_cast<size_t>(found->second)] = partition_.index;
  }
  std::ranges::sort(partition_.positions);
  partition_.graph_index = prepared_->index;
  SetEdges(params);
  partition_.memory = std::make_shared<PartitionMemory>();
  partition_.shape_sources = SourcesElsewhere(prepared_->graph, partition_.positions);
  constants_at_.resize(partition_.constants.size());
  inputs_.resize(partition_.inputs.size());
  outputs_.resize(partition_.outputs.size());
  return {};
}

void DelegateKernel::SetEdges(const abi::TfLiteDelegateParams& params) {
  const ir::Graph& graph = prepared_->graph;
  UniqueIds inputs(partition_.inputs);
  for (const ir::TensorId id : ToVector(params.input_tensors)) {
    if (id >= 0 && graph.tensor(id).is_of_run()) inputs.Add(id);
  }
  // Only the nodes that have a state write it, and not every interpreter counts it among the inputs.
  for (const int position : partition_.positions) {
    for (const ir::TensorId id : graph.nodes[static_cast<size_t>(position)].inputs) {
      if (id >= 0 && graph.tensor(id).is_variable) inputs.Add(id);
    }
  }
  UniqueIds outputs(partition_.outputs);
  UniqueIds constants(partition_.constants);
  for (const ir::TensorId id : ToVector(params.output_tensors)) {
    if (id >= 0) (graph.tensor(id).is_of_run() ? outputs : constants).Add(id);
  }
}

Status DelegateKernel::SelectPlan(const std::vector<ir::Shape>& shapes) {
  const auto cached = std::ranges::find(plans_, shapes, &CachedPlan::shapes);
  if (cached != plans_.end()) {
    plans_.splice(plans_.begin(), plans_, cached);
    return {};
  }
  // The oldest plan goes before the new one takes memory.
  if (plans_.size() == size_t{kMaxCachedPlans}) {
    plans_.back().plan->ReportUse();
    plans_.pop_back();
  }
  const JudgedGraph judged = {prepared_->graph, prepared_->kernels, engine_->limits};
  LITEVK_ASSIGN_OR_RETURN(auto plan, Plan::Create(judged, partition_, shapes, *engine_));
  plans_.push_front({shapes, std::move(plan)});
  return {};
}

Status DelegateKernel::Prepare(abi::TfLiteContext* context) {
  Status status = RunExclusively(*prepared_->in_use, [&] { return PrepareForShapes(context); });
  // TensorFlow 2.14 goes on without the delegate then, and drops the error that it got.
  if (!status.ok()) engine_->logger.Error(status.message());
  return status;
}

Status DelegateKernel::PrepareForShapes(abi::TfLiteContext* context) {
  LITEVK_RETURN_IF_ERROR(init_error_);
  if (engine_->options.error_during_prepare) {
    return Internal("failure injected by the option error_during_prepare");
  }
  std::vector<ir::Shape> shapes;
  for (const auto& ids : {partition_.inputs, partition_.shape_sources}) {
    for (const ir::TensorId id : ids) shapes.push_back(ImportShape(context->tensors[id]));
  }
  LITEVK_RETURN_IF_ERROR(SelectPlan(shapes));
  LITEVK_RETURN_IF_ERROR(ResizeOutputs(context));
  // All kernels exist when the first one is prepared.
  if (!std::exchange(knows_passed_, true)) FindPassedOutputs(context);
  PreparePassedOutputs(context);
  return {};
}

Status DelegateKernel::ResizeOutputs(abi::TfLiteContext* context) {
  const Plan& plan = *plans_.front().plan;
  for (const auto& ids : {partition_.outputs, partition_.constants}) {
    for (const ir::TensorId id : ids) {
      LITEVK_RETURN_IF_ERROR(Resize(context, id, plan.dims(id), plan.ByteCount(id)));
    }
  }
  // Constants get memory that no other tensor shares, so that they are copied once and not in every run.
  // Planned tensors have other sizes after a resize, and would move what the interpreter's kernels keep
  // there.
  for (const ir::TensorId id : partition_.constants) {
    abi::TfLiteTensor& tensor = context->tensors[id];
    if (tensor.allocation_type != abi::kTfLiteArenaRw || prepared_->graph.tensor(id).is_planned()) continue;
    tensor.allocation_type = abi::kTfLiteArenaRwPersistent;
  }
  std::ranges::fill(constants_at_, nullptr);
  return {};
}

Status DelegateKernel::Invoke(abi::TfLiteContext* context) {
  if (engine_->options.error_during_invoke) {
    return Internal("failure injected by the option error_during_invoke");
  }
  return RunExclusively(*prepared_->in_use, [&] { return RunPlan(context); });
}

ThreadPool& DelegateKernel::CpuThreads(int count) const {
  std::unique_ptr<ThreadPool>& pool = prepared_->cpu_threads;
  if (pool == nullptr || pool->threads() != count) pool = std::make_unique<ThreadPool>(count);
  return *pool;
}

Status DelegateKernel::RunPlan(abi::TfLiteContext* context) {
  if (plans_.empty()) return Internal("partition " + std::to_string(partition_.index) + " is not prepared");
  // Buffers are held until the run ends, however it ends.
  const HeldBuffers::Release release = buffers_.ReleaseAtEnd();
  LITEVK_RETURN_IF_ERROR(PlaceTensors(context));
  LITEVK_RETURN_IF_ERROR(CopyConstants(context));
  // An interpreter in the same library has given the thread its pool.
  std::optional<ScopedThreadPool> scoped_pool;
  const int threads = context->recommended_num_threads;
  if (threads > ParallelThreads()) scoped_pool.emplace(&CpuThreads(threads));
  const Status status = plans_.front().plan->Run(inputs_, outputs_);
  HandOver(context, status.ok());
  buffers_.HandOver(status.ok());
  RenewPassedOutputs(context);
  return status;
}

}  // namespace litevk
