// Calls a shape function again when a kernel runs: the kernel uses the ranges, sizes and axes that it
// resolved.
#pragma once

#include <deque>
#include <vector>

#include "runtime/opset/kernel.h"

namespace litevk::ref {

// Inputs of a run as a shape function reads them: every value counts as stored.
class StoredInputs {
 public:
  explicit StoredInputs(const KernelArgs& args) : params_(args.params), outputs_(args.outputs.size()) {
    for (const ConstView& view : args.inputs) {
      if (!view.present()) {
        pointers_.push_back(nullptr);
        continue;
      }
      ir::Tensor& tensor = tensors_.emplace_back(*view.tensor);
      tensor.constness = ir::Constness::kStored;
      tensor.data = view.bytes;
      pointers_.push_back(&tensor);
    }
  }

  StoredInputs(const StoredInputs&) = delete;
  StoredInputs& operator=(const StoredInputs&) = delete;

  // Valid as long as this object and the arguments of the run.
  ir::ShapeQuery query() { return {.inputs = pointers_, .params = params_, .outputs = outputs_}; }

 private:
  const ir::Params& params_;
  std::deque<ir::Tensor> tensors_;  // a deque does not move its elements
  std::vector<const ir::Tensor*> pointers_;
  std::vector<ir::Shape> outputs_;
};

}  // namespace litevk::ref
