// The part of a model that a session runs: the primary subgraph, or a signature's subgraph with its names.
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

  // Fails if the model has no such signature; the error lists the model's signatures.
  Status Check() const;

  // Returns a note on the signature that runs if the model has several and none was named; else "".
  std::string ChoiceNote() const;

  int subgraph() const;
  int input_count() const;
  int output_count() const;
  std::string input_name(int input) const;
  std::string output_name(int output) const;
  LitevkTensor* Input(int input) const;
  const LitevkTensor* Output(int output) const;
  LitevkTensor* Tensor(int index) const;  // `index` is that in the subgraph
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
