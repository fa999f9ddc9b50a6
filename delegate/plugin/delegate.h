// The delegate: the result of tflite_plugin_create_delegate, and its decisions in Prepare.
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
  // `buffers`, which may be null, are used with the option device_buffers.
  static Result<std::unique_ptr<Delegate>> Create(const OptionPairs& pairs,
                                                  std::shared_ptr<const OuterBuffers> buffers = nullptr);

  Delegate(const Delegate&) = delete;
  Delegate& operator=(const Delegate&) = delete;

  // Returns the struct that the interpreter sees, which lives in this object.
  abi::TfLiteDelegate* abi() { return &abi_; }
  static Delegate* FromAbi(const abi::TfLiteDelegate* delegate) {
    return static_cast<Delegate*>(delegate->data_);
  }

  // Judges the nodes of a subgraph and replaces those that it can run.
  Status Prepare(abi::TfLiteContext* context);
  // Creates the kernel of a partition. The interpreter calls it while it replaces nodes.
  std::unique_ptr<DelegateKernel> CreateKernel(abi::TfLiteContext* context,
                                               const abi::TfLiteDelegateParams& params);

 private:
  explicit Delegate(const OptionPairs& pairs, Options options);

  // Loads the user's own operators.
  Status LoadGpuOps();
  // Finds the folder that serialization_dir=auto means; none, with a warning, if users have no folder of
  // their own.
  void FindCacheFolder();
  // Adds what is known of the operators' names to the verdicts on custom nodes without an operator.
  void ExplainCustomOps(const ir::Graph& graph, std::vector<Verdict>& verdicts) const;
  // Acquires the device; tried once.
  Status AcquireDevice();
  // Returns an error if the options require a device, else logs a warning.
  Status LeaveToInterpreter(const Status& reason) const;
  // Returns the partitions to claim, by the options and, if there is a device, by estimates.
  Partitioning Partitions(const ir::Graph& graph, const ir::GraphIndex& index, std::vector<Verdict> verdicts,
                          const CpuSetting& cpu, const GraphUse& use) const;
  // Returns one verdict per node, with the dims that callers in other subgraphs pass.
  std::vector<Verdict> Judge(abi::TfLiteContext* context, const SubgraphInfo& subgraph,
                             const ir::GraphIndex& index, ir::Graph& graph);
  // True if a loop runs the judged subgraph more often than plans are kept (kMaxCachedPlans).
  bool IsReplanned(const SubgraphInfo& subgraph);
  // Prints one line where the options ask for it, or where no node of a whole model is delegated. `left` is
  // DescribeLeftNodes() of the subgraph.
  void WarnOfLeftNodes(const SubgraphInfo& subgraph, const std::string& left) const;
  Status Claim(abi::TfLiteContext* context, const std::shared_ptr<PreparedGraph>& prepared,
               const std::vector<Verdict>& verdicts);

  abi::TfLiteDelegate abi_ = {};
  std::shared_ptr<Engine> engine_;
  std::shared_ptr<const OuterBuffers> buffers_;  // null: inputs and outputs are the interpreter's memory
  std::once_flag device_once_;
  Status device_status_;
  std::mutex mutex_;
  // Graphs of the Prepare calls under way, one per interpreter at most.
  std::unordered_map<const abi::TfLiteContext*, std::shared_ptr<PreparedGraph>> prepared_;
  // Called subgraphs, by the context of an interpreter's subgraph 0, which is the first that is prepared.
  // Only interpreters with calls have an entry.
  std::unordered_map<const abi::TfLiteContext*, CalledSubgraphs> called_;
};

}  // namespace litevk
