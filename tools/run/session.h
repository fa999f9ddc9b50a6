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
  std::string signature;  // which of the model's signatures runs; empty: the primary subgraph
  bool preserve_all_tensors = false;
  bool enable_profiling = false;
  int num_threads = 1;
};

// Whether the path names litevk's own delegate library, which has options that another would refuse.
bool IsLitevk(const std::filesystem::path& library);
// For checking results, which need not pay: litevk's delegate takes every partition, unless the options say
// which (partition_policy).
void ClaimEveryPartition(const std::filesystem::path& delegate,
                         std::vector<std::pair<std::string, std::string>>& options);

// A node of the current plan; a delegate's partition is one node.
struct SessionNode {
  int index = 0;
  std::string op;
  std::vector<int> outputs;  // tensor indices
  bool is_delegated = false;
  int64_t runs = 0;
  double seconds = 0;  // of all runs
};

// How long it took to get ready for Allocate.
struct CreationTimes {
  double load_ms = 0;  // the model mapped and checked
  double plan_ms = 0;  // the delegate opened, the interpreter made, the delegate applied (by ApplyDelegate)
};

class Session {
 public:
  static Result<std::unique_ptr<Session>> Create(const std::filesystem::path& model,
                                                 const SessionOptions& options);
  // Creates the delegate alone, and lets it go: fails where it refuses its options.
  static Status TryDelegate(const SessionOptions& options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const CreationTimes& creation_times() const { return creation_times_; }
  int input_count() const;
  int output_count() const;
  // In the signature, or the tensor's where none was chosen.
  std::string input_name(int input) const;
  std::string output_name(int output) const;
  int subgraph() const;                 // that runs
  int output_tensor(int output) const;  // index in that subgraph
  // Type and dims, without values.
  Array DescribeInput(int input) const;
  // Returns a sentence on what runs of a model of several signatures when none was named; "" for other
  // models.
  std::string SignatureNote() const;
  // Returns a sentence on each input that leaves dims open and that nobody has resized.
  std::vector<std::string> OpenInputNotes() const;
  // Takes effect at Allocate.
  Status ResizeInput(int input, const ir::Shape& dims);
  // Hands the graph to the delegate of the options, if any, the first time that it is called. Inputs are best
  // resized before, so that the delegate judges the dims that will run. Allocate calls it.
  Status ApplyDelegate();
  Status Allocate();
  Status SetInput(int input, const Array& value);
  Status Invoke();
  Result<Array> Output(int output) const;
  // The tensor of that index of the subgraph that runs, with its value where it has one.
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

// The delegate library that stands beside the running program, or in ../lib where it was installed.
Result<std::filesystem::path> VulkanDelegatePath();

}  // namespace litevk::tools
