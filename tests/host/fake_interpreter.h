// An imitated TFLite interpreter with several subgraphs. It keeps error messages as text.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tests/host/fake_subgraph.h"
#include "tests/host/model_builder.h"

namespace litevk::test {

struct FakeInterpreterOptions {
  // Effect of a resized input before the next AllocateTensors. False: none (LiteRT 2.3). True: the delegate
  // is removed and applied again (TensorFlow 2.14).
  bool reapplies_on_resize = false;
  bool preserve_all_tensors = false;  // LiteRT 2.3: every claimed node is a partition of its own
};

class FakeInterpreter {
 public:
  explicit FakeInterpreter(const ModelBuilder& model, FakeInterpreterOptions options = {});
  explicit FakeInterpreter(const std::vector<const ModelBuilder*>& subgraphs,
                           FakeInterpreterOptions options = {});

  FakeSubgraph& subgraph(int index = 0) { return *subgraphs_[static_cast<size_t>(index)]; }
  int subgraph_count() const { return static_cast<int>(subgraphs_.size()); }

  // Applies the delegate. On failure every subgraph runs without the delegate, and kTfLiteDelegateError is
  // returned.
  abi::TfLiteStatus ModifyGraphWithDelegate(abi::TfLiteDelegate* delegate);
  void ResizeInput(int input, const ir::Shape& dims);
  abi::TfLiteStatus AllocateTensors();
  abi::TfLiteStatus Invoke();

  // Access to inputs and outputs of the main subgraph, by index.
  void SetInput(int input, const std::vector<float>& values);
  std::vector<float> Output(int output);
  ir::Shape OutputDims(int output);

  // Returns everything reported since the last call.
  std::string TakeErrors();
  void AddError(const std::string& message) { errors_ += message; }
  int forbidden_calls() const { return forbidden_calls_; }
  void CountForbiddenCall() { ++forbidden_calls_; }

 private:
  FakeInterpreterOptions options_;
  std::vector<std::unique_ptr<FakeSubgraph>> subgraphs_;
  abi::TfLiteDelegate* delegate_ = nullptr;
  std::string errors_;
  int forbidden_calls_ = 0;
};

}  // namespace litevk::test
