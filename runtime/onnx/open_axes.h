// Axes of tensors whose sizes differ from run to run, as nodes ask for them while a model is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/onnx/run_dims.h"

namespace litevk::to_onnx {

// Sizes of a tensor's axes in one probe, as a node asked about them.
using AskedSizes = std::vector<int64_t>;
// Answers to the questions of a model's nodes, in their order: which of the axes are open.
using OpenAnswers = std::vector<std::vector<bool>>;

class OpenAxes {
 public:
  // `dims` are those of the probe, and grow with what a run decides. `known` are answers that another
  // writing of the model has given.
  OpenAxes(const RunDims& dims, const OpenAnswers& known) : dims_(dims), known_(known) {}

  // Says whether any open dim may be one of an image or a sequence.
  bool has_sides() const;
  // Returns which of the sizes are open. They are taken to be so as long as no answer is known.
  std::vector<bool> Ask(const AskedSizes& sizes);

  // Returns the questions.
  const std::vector<AskedSizes>& asked() const { return asked_; }

 private:
  const RunDims& dims_;
  const OpenAnswers& known_;
  std::vector<AskedSizes> asked_;
};

// Returns the answers to questions that were asked in each probe. Fails where the probes differ in them.
Result<OpenAnswers> Answers(const std::vector<std::vector<AskedSizes>>& probes);

// Says whether all axes are open, as they are taken to be without answers.
bool AreAllOpen(const OpenAnswers& answers);

}  // namespace litevk::to_onnx
