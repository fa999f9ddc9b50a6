#include "delegate/plugin/delegate.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "delegate/engine/gpu_op_library.h"
#include "delegate/engine/over_limits.h"
#include "delegate/import/import_graph.h"
#include "delegate/import/interpreter_kernels.h"
#include "delegate/partition/only_here.h"
#include "delegate/partition/partitioner.h"
#include "delegate/partition/sized_graph.h"
#include "delegate/plugin/callback_guard.h"
#include "delegate/plugin/callbacks.h"
#include "delegate/plugin/device_options.h"
#include "delegate/plugin/open_device.h"
#include "delegate/plugin/option_folders.h"
#include "delegate/report/left_nodes.h"
#include "runtime/ir/open_dims.h"
#include "runtime/platform/cache_folder.h"
#include "runtime/platform/threads.h"
#include "runtime/tflite/int_array.h"
#include "runtime/values/dequantized_weights.h"
#include "runtime/vk/instance/lifetime.h"

namespace litevk {
namespace {

constexpr const char* kLeftToInterpreter = "; every node is left to the interpreter";

CpuSetting CpuOf(const abi::TfLiteContext* context, const Options& options) {
  const auto cores = static_cast<int>(UsableCores().size());
  const int threads = context->recommended_num_threads;
  return {.kernels = IsLitevkInterpreter(context) ? CpuKernels::kLitevk : options.cpu_kernels,
          .threads = std::max(cores > 0 ? std::min(threads, cores) : threads, 1)};
}

// TfLiteDelegate::Prepare. `delegate` is the one that the plugin created, also under TFLite's wrapper.
abi::TfLiteStatus PrepareDelegate(abi::TfLiteContext* context, abi::TfLiteDelegate* delegate) {
  return ReportFailure(context, [&] { return Delegate::FromAbi(delegate)->Prepare(context); });
}

void* InitKernel(abi::TfLiteContext* context, const char* buffer, size_t /*length: always 0*/) {
  const auto* params = reinterpret_cast<const abi::TfLiteDelegateParams*>(buffer);
  void* const none = nullptr;
  return Guard(
      [&]() -> void* {
        return Delegate::FromAbi(params->delegate)->CreateKernel(context, *params).release();
      },
      [&](const char*) { return none; });
}

}  // namespace

Result<std::unique_ptr<Delegate>> Delegate::Create(const OptionPairs& pairs,
                                                   std::shared_ptr<const OuterBuffers> buffers) {
  LITEVK_ASSIGN_OR_RETURN(Options options, ParseOptions(pairs));
  const std::vector<std::string> missing = DropMissingFolders(options);
  if (!missing.empty() && options.strict) return InvalidArgument(missing.front());
  std::unique_ptr<Delegate> delegate(new Delegate(pairs, std::move(options)));
  if (delegate->engine_->options.device_buffers) delegate->buffers_ = std::move(buffers);
  for (const std::string& problem : missing) delegate->engine_->logger.Warning(problem + "; it is ignored");
  LITEVK_RETURN_IF_ERROR(delegate->LoadGpuOps());
  delegate->FindCacheFolder();
  if (DeviceIsRequired(delegate->engine_->options)) LITEVK_RETURN_IF_ERROR(delegate->AcquireDevice());
  return delegate;
}

Delegate::Delegate(const OptionPairs& pairs, Options options) : engine_(std::make_shared<Engine>()) {
  engine_->logger = Logger(options.log_level);
  engine_->report = std::make_shared<ReportWriter>(options.report_path, engine_->logger, pairs);
  engine_->options = std::move(options);
  abi_.data_ = this;
  abi_.Prepare = PrepareDelegate;
  abi_.CopyFromBufferHandle = CopyFromHandle;
  abi_.FreeBufferHandle = FreeHandle;
  // Without this flag, graphs with dynamic tensors and unresolved custom operators are refused, even if the
  // delegate takes none of their nodes.
  abi_.flags = abi::kTfLiteDelegateFlagsAllowDynamicTensors;
  if (engine_->logger.enabled(LogLevel::kVerbose)) LogOptions(engine_->logger, pairs);
  if (engine_->options.is_precision_loss_allowed) {
    engine_->logger.Info("is_precision_loss_allowed=1: results are float32, which is within what it allows");
  }
}

void Delegate::FindCacheFolder() {
  std::string& folder = engine_->options.serialization_dir;
  if (folder == kUserCache) {
    const Result<std::string> found = UserCacheFolder();
    if (!found.ok()) {
      engine_->logger.Warning("serialization_dir=auto: nothing is kept: " + found.status().message());
    }
    folder = found.ok() ? *found : "";
  }
  engine_->report->SetSerializationDir(folder);
}

Status Delegate::LoadGpuOps() {
  std::vector<std::string> problems;
  engine_->custom_ops = CollectGpuOps(engine_->options.gpu_op_library, problems);
  if (!problems.empty() && engine_->options.strict) return InvalidArgument(problems.front());
  for (const std::string& problem : problems) engine_->logger.Warning(problem);
  return {};
}

void Delegate::ExplainCustomOps(const ir::Graph& graph, std::vector<Verdict>& verdicts) const {
  for (size_t i = 0; i < verdicts.size(); ++i) {
    if (verdicts[i].code != ReasonCode::kCustomOp) continue;
    const std::string& name = graph.nodes[i].custom_name;
    const std::string_view why = engine_->custom_ops.WhyNot(name);
    if (!why.empty()) verdicts[i].reason = "custom operator " + name + ": " + std::string(why);
  }
}

Status Delegate::AcquireDevice() {
  std::call_once(device_once_, [this] {
    device_status_ = OpenDevice(*engine_);
    if (!device_status_.ok() && !DeviceIsRequired(engine_->options)) {
      engine_->logger.Warning(device_status_.message() + kLeftToInterpreter);
    }
  });
  return device_status_;
}

Status Delegate::Prepare(abi::TfLiteContext* context) {
  const Status device_status = AcquireDevice();
  // The report, including its lock, belongs to the parent process.
  if (engine_->device != nullptr && !vk::DriverIsOurs()) return LeaveToInterpreter(vk::ClaimDriver());
  const SubgraphInfo subgraph = FindSubgraph(context);
  auto imported = ImportGraph(context);
  if (!imported.ok()) {
    if (engine_->options.strict) return imported.status();
    engine_->logger.Warning(imported.status().message() + kLeftToInterpreter);
    return {};
  }
  ir::Graph& graph = *imported;
  if (engine_->options.hybrid == Hybrid::kDequantize) DequantizeWeights(graph);
  const std::vector<ir::Shape> at_hand = DimsOf(graph);
  auto index = std::make_shared<const ir::GraphIndex>(graph);
  ir::OpenDims(*index, graph);
  engine_->custom_ops.Resolve(graph);
  std::vector<Verdict> verdicts = Judge(context, subgraph, *index, graph);
  ExplainCustomOps(graph, verdicts);
  if (!device_status.ok()) {
    RejectSupported(verdicts, Reject(ReasonCode::kNoDevice, device_status.message()));
  } else if (subgraph.nodes_are_read) {
    RejectSupported(verdicts, Reject(ReasonCode::kReadByCaller));
  }
  const std::optional<ir::Graph> sized = SizeOpenDims(graph, at_hand);
  const CpuSetting cpu = CpuOf(context, engine_->options);
  const std::vector<bool> only_here =
      FindOnlyHere(graph, FindNodesWithoutKernel(context, graph), cpu.kernels);
  const Partitioning partitioning = Partitions(graph, *index, std::move(verdicts), cpu,
                                               {.sized = sized ? &*sized : nullptr,
                                                .only_here = &only_here,
                                                .is_called = subgraph.is_control_flow_body,
                                                .is_replanned = IsReplanned(subgraph)});
  const std::shared_ptr<PreparedGraph> prepared =
      MakePreparedGraph(subgraph.index, std::move(graph), std::move(index), partitioning);
  prepared->is_control_flow_body = subgraph.is_control_flow_body;
  prepared->cpu = cpu;
  LITEVK_RETURN_IF_ERROR(Claim(context, prepared, partitioning.verdicts));
  SubgraphReport report = ReportOf(*prepared, partitioning);
  const std::string left = DescribeLeftNodes(report);
  engine_->report->SetSubgraph(context, std::move(report));
  if (!left.empty() && engine_->options.partition.on_left_nodes == OnLeftNodes::kError)
    return Unsupported("every node has to run on the GPU, and " + left);
  if (device_status.ok()) WarnOfLeftNodes(subgraph, left);
  // Failing now, and not when the kernel is prepared, lets every runtime restore its own plan.
  return prepared->init_error;
}

void Delegate::WarnOfLeftNodes(const SubgraphInfo& subgraph, const std::string& left) const {
  std::string line = engine_->options.partition.on_left_nodes == OnLeftNodes::kWarn ? left : "";
  // The user asked for a GPU and gets none of it. One line tells so, once all that runs is known.
  if (line.empty() && subgraph.index == subgraph.last_called) line = engine_->report->Refusals();
  if (!line.empty()) engine_->logger.Warning(line);
}

std::vector<Verdict> Delegate::Judge(abi::TfLiteContext* context, const SubgraphInfo& subgraph,
                                     const ir::GraphIndex& index, ir::Graph& graph) {
  CalledSubgraphs called;
  {
    const std::scoped_lock lock(mutex_);
    const auto found = called_.find(subgraph.main);
    if (subgraph.index > 0 && found != called_.end()) called = found->second;
  }
  if (const auto inputs = called.inputs.find(subgraph.index); inputs != called.inputs.end()) {
    ApplyPassedInputs(inputs->second, index, graph);
  }
  std::vector<Verdict> verdicts = JudgeGraph(graph, engine_->limits);
  const auto read = [context](int other) { return ImportSubgraph(context, other); };
  CollectCalled(subgraph.index, graph, read, engine_->limits, kMaxCachedPlans, called);
  const std::scoped_lock lock(mutex_);
  if (called.empty() || subgraph.main == nullptr) {
    called_.erase(subgraph.main);
  } else {
    called_[subgraph.main] = std::move(called);
  }
  return verdicts;
}

bool Delegate::IsReplanned(const SubgraphInfo& subgraph) {
  const std::scoped_lock lock(mutex_);
  const auto called = called_.find(subgraph.main);
  if (called == called_.end()) return subgraph.is_repeated;
  const auto runs = called->second.runs.find(subgraph.index);
  return runs == called->second.runs.end() ? subgraph.is_repeated : runs->second > kMaxCachedPlans;
}

Status Delegate::LeaveToInterpreter(const Status& reason) const {
  if (DeviceIsRequired(engine_->options)) return reason;
  engine_->logger.Warning(reason.message() + kLeftToInterpreter);
  return {};
}

Partitioning Delegate::Partitions(const ir::Graph& graph, const ir::GraphIndex& index,
                                  std::vector<Verdict> verdicts, const CpuSetting& cpu,
                                  const GraphUse& use) const {
  const PartitionOptions& options = engine_->options.partition;
  const std::optional<CostModel> costs = engine_->costs(cpu);
  if (!costs) return PartitionGraph(graph, index, std::move(verdicts), options);
  const ir::Graph& sized = use.sized == nullptr ? graph : *use.sized;
  for (;;) {
    Partitioning partitioning = PartitionGraph(graph, index, verdicts, options, &*costs, use);
    const NodeKernels kernels = KernelsOf(partitioning.verdicts);
    if (!RejectOverLimits({graph, kernels, engine_->limits}, index, sized, partitioning.partitions,
                          engine_->options, verdicts)) {
      return partitioning;
    }
  }
}

Status Delegate::Claim(abi::TfLiteContext* context, const std::shared_ptr<PreparedGraph>& prepared,
                       const std::vector<Verdict>& verdicts) {
  std::vector<int> claimed;
  for (size_t i = 0; i < verdicts.size(); ++i) {
    if (verdicts[i].supported()) claimed.push_back(prepared->graph.nodes[i].index);
  }
  if (claimed.empty()) return {};
  const IntArray nodes = MakeIntArray(claimed);
  if (nodes == nullptr) return {StatusCode::kResourceExhausted, "list of nodes: out of memory"};
  {
    const std::scoped_lock lock(mutex_);
    prepared_[context] = prepared;
  }
  const abi::TfLiteStatus status = context->ReplaceNodeSubsetsWithDelegateKernels(
      context, KernelRegistration(InitKernel), nodes.get(), &abi_);
  const std::scoped_lock lock(mutex_);
  prepared_.erase(context);
  if (status == abi::kTfLiteOk) return {};
  return Internal("the interpreter refused to replace " + std::to_string(claimed.size()) + " nodes");
}

std::unique_ptr<DelegateKernel> Delegate::CreateKernel(abi::TfLiteContext* context,
                                                       const abi::TfLiteDelegateParams& params) {
  const std::scoped_lock lock(mutex_);
  const auto found = prepared_.find(context);
  if (found == prepared_.end()) return nullptr;
  auto kernel = std::make_unique<DelegateKernel>(engine_, found->second, params, buffers_);
  kernel->OfferBuffers(context);
  return kernel;
}

}  // namespace litevk
