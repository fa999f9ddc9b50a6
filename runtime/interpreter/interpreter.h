// Runs a model: its subgraphs, their delegates, variables and profile. The C API (litevk_runtime.h) is this
// class with C linkage.
//
// An interpreter is used by one thread at a time, except for Cancel(). Separate interpreters are independent,
// even if they share a Model or a resolver.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/interpreter/interpreter_options.h"
#include "runtime/interpreter/op_resolver.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/ir/shape.h"
#include "runtime/model/model.h"
#include "runtime/platform/thread_pool.h"
#include "runtime/tflite/common.h"

namespace litevk {

// Failures carry all messages reported during the call, joined by line ends. Codes besides kInternal:
// kCancelled; kDelegateFailed (the interpreter runs without any delegate); kUnsupported (a delegate or
// operator does not fit the model).
class Interpreter : public SubgraphOwner {
 public:
  // Fails with TFLite's message if an operator cannot be resolved, and if there are fewer than -1 threads.
  static Result<std::unique_ptr<Interpreter>> Create(std::shared_ptr<const Model> model,
                                                     const OpResolver& resolver, InterpreterOptions options);
  ~Interpreter() override;
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  int subgraph_count() const override { return static_cast<int>(subgraphs_.size()); }
  Subgraph& subgraph(int index) override { return *subgraphs_[static_cast<size_t>(index)]; }
  Subgraph& primary() { return subgraph(0); }
  const Model& model() const override { return *model_; }
  const InterpreterOptions& options() const override { return options_; }

  // Applies a delegate, after those already applied, to every subgraph that TFLite would apply it to. The
  // delegate is not owned and must outlive the interpreter. If it fails with kDelegateFailed, every delegate
  // is removed and the model's own plan runs.
  Status ModifyGraphWithDelegate(abi::TfLiteDelegate* delegate);
  // Functions of the primary subgraph, or of one that only a signature uses. `input` indexes its inputs. A
  // new shape takes effect at the next AllocateTensors.
  Status ResizeInput(int input, const ir::Shape& dims, int subgraph = 0);
  Status AllocateTensors(int subgraph = 0);
  Status Invoke(int subgraph = 0);
  // Sets every variable tensor to zero, an int8 one to its zero point.
  Status ResetVariables();
  // Makes the running or next Invoke return an error at the next node. Safe from any thread.
  void Cancel() { cancelled_ = true; }

  bool is_cancelled() const override { return cancelled_; }
  ResourceTable& resources() override { return *resources_; }
  Profile& profile() override { return *profile_; }
  // Returns messages since the last call, joined by line ends. They explain an abi::kTfLiteError.
  std::string TakeErrors();
  void ReportError(std::string_view message) override;
  void** external_context(int type) override;

 private:
  static constexpr int kExternalContexts = 5;

  Interpreter(std::shared_ptr<const Model> model, InterpreterOptions options);

  Status Load(const OpResolver& resolver);
  // Returns the status of a call, with the messages reported since `errors_begin`.
  Status ToStatus(abi::TfLiteStatus status, size_t errors_begin) const;
  abi::TfLiteStatus ApplyDelegate(abi::TfLiteDelegate* delegate);
  abi::TfLiteStatus InvokeAndRead(Subgraph& called);

  std::shared_ptr<const Model> model_;
  InterpreterOptions options_;
  ThreadPool pool_{options_.num_threads};
  std::string errors_;
  std::atomic<bool> cancelled_ = false;
  std::array<void*, kExternalContexts> external_contexts_ = {};
  std::unique_ptr<ResourceTable> resources_;
  std::unique_ptr<Profile> profile_;
  std::vector<std::unique_ptr<Subgraph>> subgraphs_;  // last member, so that kernels can report errors when
                                                      // they are freed
};

}  // namespace litevk
