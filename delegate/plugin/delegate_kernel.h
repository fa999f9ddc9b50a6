// The node that replaces a partition in the interpreter's plan.
#pragma once

#include <list>
#include <memory>
#include <vector>

#include "delegate/engine/engine.h"
#include "delegate/engine/plan.h"
#include "delegate/engine/program.h"
#include "delegate/plugin/held_buffers.h"
#include "delegate/plugin/passed_tensor.h"
#include "delegate/plugin/prepared_graph.h"
#include "runtime/tflite/common.h"

namespace litevk {

// Number of plans that a kernel keeps, for a model that alternates between a few sizes. They share the
// device's memory, except for weights that other sizes want in another layout.
inline constexpr int kMaxCachedPlans = 4;

// Used by one thread at a time, that of its interpreter: Prepare and Invoke fail if another one comes.
class DelegateKernel {
 public:
  DelegateKernel(std::shared_ptr<const Engine> engine, std::shared_ptr<PreparedGraph> prepared,
                 const abi::TfLiteDelegateParams& params, std::shared_ptr<const OuterBuffers> buffers);

  // Offers the program buffers on the device. Called once, while the interpreter replaces nodes.
  void OfferBuffers(abi::TfLiteContext* context) const;
  // Finds or makes the plan for the inputs' present dims and resizes the outputs. Cheap when the dims
  // were seen before: the interpreter calls it several times before the first run.
  Status Prepare(abi::TfLiteContext* context);
  Status Invoke(abi::TfLiteContext* context);
  // Releases the kernel's resources, before the interpreter destroys it.
  void Release(abi::TfLiteContext* context);

 private:
  struct CachedPlan {
    std::vector<ir::Shape> shapes;
    std::unique_ptr<Plan> plan;
  };

  Status SetPartition(const abi::TfLiteDelegateParams& params);
  void SetEdges(const abi::TfLiteDelegateParams& params);
  Status PrepareForShapes(abi::TfLiteContext* context);
  Status RunPlan(abi::TfLiteContext* context);
  // Returns the pool of the nodes that run on the CPU, with `count` threads.
  ThreadPool& CpuThreads(int count) const;
  Status SelectPlan(const std::vector<ir::Shape>& shapes);
  Status ResizeOutputs(abi::TfLiteContext* context);
  Status CopyConstants(abi::TfLiteContext* context);
  void FindPassedOutputs(const abi::TfLiteContext* context);
  void PreparePassedOutputs(abi::TfLiteContext* context);
  void RenewPassedOutputs(abi::TfLiteContext* context);
  Status PlaceTensors(abi::TfLiteContext* context);
  void HandOver(abi::TfLiteContext* context, bool has_run);
  // Returns the tensor if it passes through the device's memory, else null.
  PassedTensor* Passed(ir::TensorId id) const;

  std::shared_ptr<const Engine> engine_;
  std::shared_ptr<PreparedGraph> prepared_;
  Partition partition_;
  Status init_error_;
  std::list<CachedPlan> plans_;            // the last used first
  std::vector<const void*> constants_at_;  // memory that each constant was last copied to
  // Memory of inputs and outputs for the run under way; members, so that a run allocates nothing.
  std::vector<TensorLocation> inputs_;
  std::vector<TensorLocation> outputs_;
  HeldBuffers buffers_;
  bool knows_passed_ = false;
};

}  // namespace litevk
