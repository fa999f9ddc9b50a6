// One subgraph of an imitated TFLite interpreter, which a delegate sees only through the C ABI. Like real
// interpreters it restricts some calls to the delegate's Prepare and invalidates the execution plan's
// pointer. It groups nodes into partitions by epochs, and restores the plan if Prepare fails.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/tflite/common.h"
#include "runtime/tflite/int_array.h"
#include "tests/host/model_builder.h"

namespace litevk::test {

class FakeInterpreter;

// Nodes of one group with the tensors that cross its border.
struct NodeGroup {
  bool is_claimed = false;
  std::vector<int> nodes;  // TFLite indices
  std::vector<int> inputs;
  std::vector<int> outputs;
};

class FakeSubgraph {
 public:
  FakeSubgraph(FakeInterpreter& interpreter, const ModelSubgraph& model, bool one_node_per_partition);
  ~FakeSubgraph();
  FakeSubgraph(const FakeSubgraph&) = delete;
  FakeSubgraph& operator=(const FakeSubgraph&) = delete;

  abi::TfLiteContext* context() { return &context_; }
  abi::TfLiteTensor& tensor(int id) { return tensors_[static_cast<size_t>(id)]; }
  abi::TfLiteNode& node(int index) { return nodes_[static_cast<size_t>(index)]->node; }
  abi::TfLiteRegistration& registration(int index) {
    return nodes_[static_cast<size_t>(index)]->registration;
  }
  const std::vector<int>& plan() const { return plan_; }
  // Returns the number of the plan's nodes that are kernels of the delegate.
  int DelegateNodes() const;
  const ModelSubgraph& model() const { return model_; }
  // Returns the registration that the delegate passed to ReplaceNodeSubsetsWithDelegateKernels.
  const abi::PaddedRegistration& received_registration() const { return received_; }
  std::vector<NodeGroup> Preview(const std::vector<int>& nodes) const;

  // Applies the delegate like Subgraph::ModifyGraphWithDelegate. If the result is not kTfLiteOk, the old plan
  // is restored.
  abi::TfLiteStatus Apply(abi::TfLiteDelegate* delegate);
  void RemoveDelegates();

  void Resize(int id, const ir::Shape& dims);
  // Prepares every node of the plan in order, then gives each tensor memory filled with 0xA5.
  abi::TfLiteStatus Allocate();
  abi::TfLiteStatus Invoke();
  // Called with a node's index before each node of the plan is invoked.
  std::function<void(int)> before_node;
  // Returns the tensors whose values were requested from a delegate, in order.
  const std::vector<int>& handle_copies() const { return handle_copies_; }

  // Calls that are limited to the delegate's Prepare are allowed between these two.
  void AllowDelegateCalls();
  void ForbidDelegateCalls();

 private:
  struct NodeRecord {
    abi::TfLiteNode node = {};
    abi::TfLiteRegistration registration = {};
    IntArray inputs, outputs, replaced;
    abi::TfLiteDelegateParams params = {};
  };

  static FakeSubgraph& From(abi::TfLiteContext* context) {
    return *static_cast<FakeSubgraph*>(context->impl_);
  }
  static void ReportError(abi::TfLiteContext* context, const char* format, ...);

  void ImportModel();
  void AddDelegateNode(const NodeGroup& group, const abi::PaddedRegistration& registration,
                       abi::TfLiteDelegate* delegate);
  abi::TfLiteStatus Replace(const abi::PaddedRegistration& registration, const std::vector<int>& nodes,
                            abi::TfLiteDelegate* delegate);
  abi::TfLiteStatus ResizeTensor(abi::TfLiteTensor* tensor, IntArray dims);
  abi::TfLiteStatus PrepareReference(const abi::TfLiteNode& node, int index);
  abi::TfLiteStatus InvokeReference(const abi::TfLiteNode& node, int index);
  abi::TfLiteStatus InvokeNode(int index);
  abi::TfLiteStatus MakeReadable(int id);
  ir::Tensor View(int id) const;
  void AllocateMemory();

  FakeInterpreter& interpreter_;
  ModelSubgraph model_;
  bool one_node_per_partition_;
  abi::TfLiteContext context_ = {};
  std::vector<abi::TfLiteTensor> tensors_;
  std::vector<IntArray> dims_;
  std::vector<IntArray> signatures_;
  std::vector<std::vector<std::byte>> memory_;
  std::vector<abi::TfLiteAffineQuantization> quantization_;
  std::vector<IntArray> quantization_arrays_;
  std::vector<std::unique_ptr<NodeRecord>> nodes_;
  std::vector<int> plan_;
  IntArray plan_copy_;
  std::vector<std::unique_ptr<IntArray[]>> preview_arrays_;
  std::vector<abi::TfLiteDelegateParams> preview_;
  abi::PaddedRegistration received_ = {};
  std::vector<int> handle_copies_;
};

}  // namespace litevk::test
