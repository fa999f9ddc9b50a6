// One model in one interpreter, through the runtime's C API, with values as Arrays.
#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/include/litevk/litevk_runtime.h"
#include "tools/run/array.h"

namespace litevk::tools {

struct SessionOptions {
  std::string delegate;  // path of a delegate library; empty: none
  std::vector<std::pair<std::string, std::string>> delegate_options;
  std::vector<std::filesystem::path> custom_op_libraries;
  std::string signature;  // the model's signature to run; empty: the primary subgraph
  bool preserve_all_tensors = false;
  bool enable_profiling = false;
  int num_threads = 1;
};

// True if the path names litevk's own delegate library, which has options that another would refuse.
bool IsLitevk(const std::filesystem::path& library);
// Adds partition_policy=all to the options of litevk's delegate, unless they have a policy. For checks of
// results, where speed does not matter.
void ClaimEveryPartition(const std::filesystem::path& delegate,
                         std::vector<std::pair<std::string, std::string>>& options);

// A node of the current plan; a delegate's partition is one node.
struct SessionNode {
  int index = 0;
  std::string op;
  std::vector<int> outputs;  // tensor indices
  bool is_delegated = false;
  int64_t runs = 0;
  double seconds = 0;  // total of all runs
};

// Times of the steps before Allocate.
struct CreationTimes {
  double load_ms = 0;  // the model mapped and checked
  double plan_ms = 0;  // the delegate opened, the interpreter made, the delegate applied (by ApplyDelegate)
};

class Session {
 public:
  static Result<std::unique_ptr<Session>> Create(const std::filesystem::path& model,
                                                 const SessionOptions& options);
  // Creates the delegate only, and destroys it. Fails if the delegate refuses its options.
  static Status TryDelegate(const SessionOptions& options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const CreationTimes& creation_times() const { return creation_times_; }
  int input_count() const;
  int output_count() const;
  // Returns the signature's name of the input, or the tensor's name if no signature was chosen.
  std::string input_name(int input) const;
  std::string output_name(int output) const;
  int subgraph() const;                 // index of the subgraph that runs
  int output_tensor(int output) const;  // index of the output's tensor in that subgraph
  // Returns type and dims, without values.
  Array DescribeInput(int input) const;
  // Returns a note on the signature that runs if the model has several and none was named; else "".
  std::string SignatureNote() const;
  // Returns a note on each input that leaves dims open and was not resized.
  std::vector<std::string> OpenInputNotes() const;
  // Takes effect at Allocate.
  Status ResizeInput(int input, const ir::Shape& dims);
  // Applies the delegate of the options, if any, at the first call. Resize inputs before, so that the
  // delegate judges the dims that will run. Allocate calls this.
  Status ApplyDelegate();
  Status Allocate();
  Status SetInput(int input, const Array& value);
  Status Invoke();
  Result<Array> Output(int output) const;
  // Returns the tensor with that index in the subgraph that runs, with its value if it has one.
  Result<Array> Tensor(int index) const;
  std::string TensorName(int index) const;
  std::vector<SessionNode> Nodes() const;

 private:
  struct Handles;
  Session();
  Status Check(LitevkStatus status) const;
  Status LoadDelegate(const SessionOptions& options);
  Status LoadCustomOps(const std::vector<std::filesystem::path>& paths);

  std::unique_ptr<Handles> handles_;
  bool is_applied_ = false;
  std::set<int> resized_;  // inputs
  CreationTimes creation_times_;
};

// Returns the path of the delegate library beside the running program, or in ../lib if that was installed.
Result<std::filesystem::path> VulkanDelegatePath();

}  // namespace litevk::tools
