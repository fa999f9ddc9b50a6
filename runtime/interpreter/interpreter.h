// Runs a model: its subgraphs, their delegates, variables and profile. The C API (litevk_runtime.h) is this
// class with C linkage. An interpreter is used by one thread at a time, except for Cancel(); separate
// interpreters are independent, also where they share a Model or a resolver.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/interpreter/op_resolver.h"
#include "runtime/ir/shape.h"
#include "runtime/model/model.h"
#include "runtime/tflite/common.h"

namespace litevk {

class Profile;        // profile.h
class ResourceTable;  // resources.h
class Subgraph;       // subgraph.h

struct InterpreterOptions {
  int num_threads = 1;  // TfLiteContext::recommended_num_threads
  // Load operators that the resolver does not know; running them fails, a delegate may claim them.
  bool allow_unresolved = false;
  // Keep every tensor's memory apart, so that intermediate values can be read after a run. Delegates get one
  // node per partition.
  bool preserve_all_tensors = false;
  bool enable_profiling = false;
  // Receives each message of kernels, delegates and the interpreter; null: standard error.
  std::function<void(std::string_view)> report_error;
};

// Failures carry the messages that were reported on the way, joined by line ends. Their codes beyond
// kInternal: kCancelled; kDelegateFailed (the interpreter runs without any delegate); kUnsupported (a
// delegate or operator does not fit the model).
class Interpreter {
 public:
  // Fails with TFLite's sentences where an operator cannot be resolved.
  static Result<std::unique_ptr<Interpreter>> Create(std::shared_ptr<const Model> model,
                                                     const OpResolver& resolver, InterpreterOptions options);
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  int subgraph_count() const { return static_cast<int>(subgraphs_.size()); }
  Subgraph& subgraph(int index) { return *subgraphs_[static_cast<size_t>(index)]; }
  Subgraph& primary() { return subgraph(0); }
  const Model& model() const { return *model_; }
  const InterpreterOptions& options() const { return options_; }

  // Applies a delegate to every subgraph that TFLite would apply it to, after those that are applied already.
  // It is not owned and outlives the interpreter. When it fails with kDelegateFailed, every delegate is
  // removed and the model's own plan runs.
  Status ModifyGraphWithDelegate(abi::TfLiteDelegate* delegate);
  // Functions of the primary subgraph, or of one that only a signature uses. `input` counts its inputs; a new
  // shape takes effect at the next AllocateTensors.
  Status ResizeInput(int input, const ir::Shape& dims, int subgraph = 0);
  Status AllocateTensors(int subgraph = 0);
  Status Invoke(int subgraph = 0);
  // Sets every variable tensor to zero, an int8 one to its zero point.
  Status ResetVariables();
  // Makes a running or the next Invoke return an error at the next node; from any thread.
  void Cancel() { cancelled_ = true; }

  bool is_cancelled() const { return cancelled_; }
  ResourceTable& resources() { return *resources_; }
  Profile& profile() { return *profile_; }
  // Messages since the last call, joined by line ends; the sentence behind an abi::kTfLiteError.
  std::string TakeErrors();
  void ReportError(std::string_view message);
  // Where a TfLiteExternalContextType is kept; null for a type that TFLite does not have.
  void** external_context(int type);

 private:
  static constexpr int kExternalContexts = 5;

  Interpreter(std::shared_ptr<const Model> model, InterpreterOptions options);

  Status Load(const OpResolver& resolver);
  // Returns the status of a call during which the messages behind `errors_begin` were reported.
  Status ToStatus(abi::TfLiteStatus status, size_t errors_begin) const;
  abi::TfLiteStatus ApplyDelegate(abi::TfLiteDelegate* delegate);
  abi::TfLiteStatus InvokeAndRead(Subgraph& called);

  std::shared_ptr<const Model> model_;
  InterpreterOptions options_;
  std::string errors_;
  std::atomic<bool> cancelled_ = false;
  std::array<void*, kExternalContexts> external_contexts_ = {};
  std::unique_ptr<ResourceTable> resources_;
  std::unique_ptr<Profile> profile_;
  std::vector<std::unique_ptr<Subgraph>> subgraphs_;  // last: kernels that are freed still report errors
};

}  // namespace litevk
