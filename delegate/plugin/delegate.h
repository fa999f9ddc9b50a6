// The delegate: what tflite_plugin_create_delegate returns and what it decides in Prepare.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "delegate/engine/engine.h"
#include "delegate/import/control_flow.h"
#include "delegate/partition/called_subgraphs.h"
#include "delegate/partition/partitioner.h"
#include "delegate/plugin/delegate_kernel.h"
#include "delegate/plugin/option_table.h"
#include "runtime/tflite/common.h"

namespace litevk {

// May serve several interpreters, each from a thread of its own.
class Delegate {
 public:
  // Touches no device unless the options make a missing one an error.
  static Result<std::unique_ptr<Delegate>> Create(const OptionPairs& pairs);

  Delegate(const Delegate&) = delete;
  Delegate& operator=(const Delegate&) = delete;

  // What the interpreter sees; lives in this object.
  abi::TfLiteDelegate* abi() { return &abi_; }
  static Delegate* FromAbi(const abi::TfLiteDelegate* delegate) {
    return static_cast<Delegate*>(delegate->data_);
  }

  // Judges the nodes of a subgraph and replaces those that it can run.
  Status Prepare(abi::TfLiteContext* context);
  // The kernel of a partition; called by the interpreter while it replaces nodes.
  std::unique_ptr<DelegateKernel> CreateKernel(const abi::TfLiteContext* context,
                                               const abi::TfLiteDelegateParams& params);

 private:
  explicit Delegate(const OptionPairs& pairs, Options options);

  // Operators of the user's own.
  Status LoadGpuOps();
  // Which folder serialization_dir=auto is; none, with a warning, where the user has no folder of their own.
  void FindCacheFolder();
  // Adds what is known of their names to the verdicts on custom nodes without an operator.
  void ExplainCustomOps(const ir::Graph& graph, std::vector<Verdict>& verdicts) const;
  // The device, tried once.
  Status AcquireDevice();
  // An error where the options require a device, else a warning.
  Status LeaveToInterpreter(const Status& reason) const;
  // What is to be claimed of the graph, by the options and, where there is a device, by estimates.
  Partitioning Partitions(const ir::Graph& graph, const ir::GraphIndex& index, std::vector<Verdict> verdicts,
                          CpuKernels cpu, const GraphUse& use) const;
  // One verdict per node, with the dims that callers in other subgraphs pass.
  std::vector<Verdict> Judge(abi::TfLiteContext* context, const SubgraphInfo& subgraph,
                             const ir::GraphIndex& index, ir::Graph& graph);
  // Whether a loop runs the judged subgraph more often than plans are kept, for as many as it takes.
  bool IsReplanned(const SubgraphInfo& subgraph);
  Status Claim(abi::TfLiteContext* context, const std::shared_ptr<PreparedGraph>& prepared,
               const std::vector<Verdict>& verdicts);

  abi::TfLiteDelegate abi_ = {};
  std::shared_ptr<Engine> engine_;
  std::once_flag device_once_;
  Status device_status_;
  std::mutex mutex_;
  // Graphs of the Prepare calls under way, one per interpreter at most.
  std::unordered_map<const abi::TfLiteContext*, std::shared_ptr<PreparedGraph>> prepared_;
  // By the context of an interpreter's subgraph 0, which is the first that is prepared; of those with calls
  // alone.
  std::unordered_map<const abi::TfLiteContext*, CalledSubgraphs> called_;
};

}  // namespace litevk
