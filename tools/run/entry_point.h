// What a session runs of a model: its primary subgraph, or the one of a signature, by the signature's names.
#pragma once

#include <string>
#include <utility>

#include "runtime/base/status.h"
#include "runtime/include/litevk/litevk_runtime.h"
#include "runtime/ir/shape.h"

namespace litevk::tools {

class EntryPoint {
 public:
  EntryPoint() = default;
  // An empty `signature` is the primary subgraph. The interpreter must outlive this.
  EntryPoint(LitevkInterpreter* interpreter, std::string signature)
      : interpreter_(interpreter), signature_(std::move(signature)) {}

  // Fails where the model has no such signature, with those that it has.
  Status Check() const;

  // Returns a sentence on what runs of a model of several signatures when none was named; "" for other
  // models.
  std::string ChoiceNote() const;

  int subgraph() const;
  int input_count() const;
  int output_count() const;
  std::string input_name(int input) const;
  std::string output_name(int output) const;
  LitevkTensor* Input(int input) const;
  const LitevkTensor* Output(int output) const;
  LitevkTensor* Tensor(int index) const;  // of the subgraph
  int node_count() const;
  LitevkStatus NodeInfo(int position, LitevkNodeInfo* info) const;

  LitevkStatus ResizeInput(int input, const ir::Shape& dims) const;
  LitevkStatus Allocate() const;
  LitevkStatus Invoke() const;

 private:
  bool is_primary() const { return signature_.empty(); }
  const char* key() const { return signature_.c_str(); }

  LitevkInterpreter* interpreter_ = nullptr;
  std::string signature_;
};

}  // namespace litevk::tools
