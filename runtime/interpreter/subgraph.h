// One subgraph of a loaded model: its tensors, nodes and execution plan. Kernels and delegates see it through
// a TfLiteContext. Behaves like TFLite's class, in the same order.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/interpreter/node_record.h"
#include "runtime/interpreter/tensor_memory.h"
#include "runtime/ir/shape.h"
#include "runtime/model/model.h"
#include "runtime/tflite/common.h"
#include "runtime/tflite/int_array.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk {

class SubgraphOwner;  // subgraph_owner.h

class Subgraph {
 public:
  // Empty until Load.
  Subgraph(SubgraphOwner& owner, int index);
  ~Subgraph();
  Subgraph(const Subgraph&) = delete;
  Subgraph& operator=(const Subgraph&) = delete;

  // Creates the tensors and nodes. `ops` are the registrations of the model's operator codes.
  Status Load(const schema::SubGraph& source, std::span<const abi::TfLiteRegistration> ops);

  int index() const { return index_; }
  std::string_view name() const { return name_; }
  SubgraphOwner& owner() { return owner_; }
  abi::TfLiteContext* context() { return &context_; }

  // Tensor ids, in the model's order. An absent one is -1.
  const std::vector<int>& inputs() const { return inputs_; }
  const std::vector<int>& outputs() const { return outputs_; }
  int tensor_count() const { return static_cast<int>(tensors_.size()); }
  // The reference is valid until the next node is prepared or invoked, or a tensor is added.
  abi::TfLiteTensor& tensor(int id) { return tensors_[static_cast<size_t>(id)]; }
  int node_count() const { return static_cast<int>(nodes_.size()); }
  abi::TfLiteNode& node(int index) { return nodes_[static_cast<size_t>(index)]->node; }
  abi::TfLiteRegistration& registration(int index) {
    return nodes_[static_cast<size_t>(index)]->registration;
  }
  // Returns node indices in the order of execution, including a delegate's kernels.
  const std::vector<int>& plan() const { return plan_; }
  // True if the subgraph may be invoked: Allocate has succeeded, and nothing was resized or released since.
  bool is_ready() const { return state_ != State::kUninvokable; }
  size_t arena_bytes() const { return memory_.arena_bytes(); }

  // ---- Running. These functions report errors to the interpreter before they return anything but kTfLiteOk.
  // ----

  // Sets a new shape for an input, which takes effect at the next Allocate. Does nothing if the tensor has
  // memory and this shape already.
  abi::TfLiteStatus Resize(int tensor, const ir::Shape& dims);
  // Prepares the nodes up to the first one with dynamic outputs, and allocates every tensor whose size is
  // known by then. Variables become zero. Does nothing if that is done already and no input is dynamic.
  abi::TfLiteStatus Allocate();
  abi::TfLiteStatus Invoke();
  // Sets every variable to zero, an int8 one to its zero point. Fails before Allocate, since they need
  // memory.
  abi::TfLiteStatus ResetVariables();
  // Copies a tensor's value from its delegate's buffer if that has a newer one.
  abi::TfLiteStatus EnsureReadable(int tensor);
  // Frees memory that is not needed between two runs. Allocate is needed before the next one.
  void ReleaseMemory();
  // True if the prepared part of the plan ends at a node with dynamic outputs, or an output is dynamic.
  bool has_dynamic_tensors() const { return has_dynamic_tensors_; }

  // ---- Delegates ----

  // Applies a delegate. kTfLiteDelegateError: no delegate is left and the plan is the model's. Other errors
  // change nothing.
  abi::TfLiteStatus ApplyDelegate(abi::TfLiteDelegate* delegate);
  // Restores the model's plan and allocates it. Does nothing if no delegate was applied.
  abi::TfLiteStatus RemoveDelegates();

  // ---- Implementation of the context's callbacks ----

  abi::TfLiteStatus ResizeTensor(abi::TfLiteTensor& tensor, IntArray dims);
  // Returns the id of the first new tensor. Tensors may move.
  int AddTensors(int count);
  abi::TfLiteIntArray* CopyPlan();
  abi::TfLiteStatus Replace(const abi::TfLiteRegistration& kernel, std::span<const int> nodes,
                            abi::TfLiteDelegate* delegate);
  abi::TfLiteStatus PreviewPartitions(std::span<const int> nodes, abi::TfLiteDelegateParams** partitions,
                                      int* count);
  // Calls nest: the callbacks for a delegate's Prepare work until each Enter has had its Leave.
  void EnterDelegate();
  void LeaveDelegate();
  abi::TfLiteStatus Fail(const std::string& message, abi::TfLiteStatus status = abi::kTfLiteError);

 private:
  enum class State {
    kUninvokable,  // not prepared, or no longer
    kInvokable,
    kImmutable,  // invokable; a delegate without support for dynamic tensors is applied
  };

  // Sets every callback of TFLite. Those for a delegate's Prepare refuse.
  static void SetCallbacks(abi::TfLiteContext& context);
  // Enable the callbacks for a delegate's Prepare, and disable them again.
  static void AllowDelegateCallbacks(abi::TfLiteContext& context);
  static void ForbidDelegateCallbacks(abi::TfLiteContext& context);

  Status LoadNode(const schema::Operator& source, std::span<const abi::TfLiteRegistration> ops);
  // Runs the kernel's init and adds the node to the plan.
  Status AddNode(std::unique_ptr<NodeRecord> record, std::span<const std::byte> init_bytes);
  bool MightHaveSideEffect(const NodeRecord& record);
  void FreeNodes(size_t first);
  void FreeBufferHandle(abi::TfLiteTensor& tensor);

  void ReserveTensors();
  bool HasDynamic(std::span<const int> ids);
  bool IsResizable(const abi::TfLiteTensor& tensor) const;

  abi::TfLiteStatus PrepareNode(int index);
  // Prepares nodes of `plan` from `first` on. Sets *end behind the last prepared node.
  abi::TfLiteStatus PrepareNodes(const std::vector<int>& plan, int first, int* end);
  abi::TfLiteStatus PrepareNext();
  abi::TfLiteStatus AllocateMemory(int first, int end);
  std::vector<Lifetime> Lifetimes();

  abi::TfLiteStatus InvokeAt(int position);
  abi::TfLiteStatus MakeInputsReadable(const NodeRecord& record);
  // Prepares the following nodes again, after a node changed the shape of a dynamic output.
  void PrepareAgainAfter(int position);
  int FirstOriginalAfter(int position) const;

  abi::TfLiteStatus CheckStatic();
  abi::TfLiteStatus Claim(abi::TfLiteDelegate* delegate);
  abi::TfLiteStatus Settle(abi::TfLiteDelegate* delegate, State state_before);
  abi::TfLiteStatus RestoreUnlessOk(abi::TfLiteStatus status);
  abi::TfLiteStatus AddKernel(const abi::TfLiteRegistration& kernel, const NodeGroup& group,
                              abi::TfLiteDelegate* delegate);
  Result<std::vector<NodeGroup>> Partition(std::span<const int> nodes);
  void UndoDelegates();
  abi::TfLiteStatus RedoDelegates();
  abi::TfLiteStatus Reallocate();

  SubgraphOwner& owner_;
  int index_;
  std::string name_;
  abi::TfLiteContext context_ = {};
  std::vector<abi::TfLiteTensor> tensors_;
  std::vector<std::unique_ptr<NodeRecord>> nodes_;  // the model's, then the delegates' kernels
  std::vector<int> inputs_;
  std::vector<int> outputs_;
  std::vector<int> plan_;
  TensorMemory memory_;

  State state_ = State::kUninvokable;
  int next_to_prepare_ = 0;   // positions in the plan
  int next_to_allocate_ = 0;  //
  int next_original_ = 0;     // position in original_plan_, for delegates that want its shapes
  bool has_dynamic_tensors_ = false;
  int dynamic_tensor_ = -1;   // the last dynamic tensor found
  bool was_resized_ = false;  // a tensor was resized since the previous node started

  size_t own_nodes_ = 0;                           // number of the model's nodes
  std::vector<int> original_plan_;                 // while a delegate is applied
  std::vector<std::vector<int>> original_inputs_;  // inputs of the model's nodes
  std::vector<abi::TfLiteDelegate*> delegates_;
  bool are_delegates_undone_ = false;  // until the next Allocate applies them again
  int delegate_calls_ = 0;
  IntArray plan_copy_;
  std::vector<std::unique_ptr<DelegateParams>> preview_;
  std::vector<abi::TfLiteDelegateParams> preview_params_;
};

// Returns the subgraph that a kernel's or delegate's context belongs to.
inline Subgraph& SubgraphOf(const abi::TfLiteContext* context) {
  return *static_cast<Subgraph*>(context->impl_);
}

}  // namespace litevk
