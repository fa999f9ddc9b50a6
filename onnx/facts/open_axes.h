// Axes of tensors whose sizes differ from run to run. Nodes ask for them while a model is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "onnx/facts/run_dims.h"
#include "runtime/base/status.h"

namespace litevk::to_onnx {

// Sizes of a tensor's axes in one probe that a node asked about.
using AskedSizes = std::vector<int64_t>;
// Answers to all questions of a model's nodes, in order. An answer says which of the axes are open.
using OpenAnswers = std::vector<std::vector<bool>>;

class OpenAxes {
 public:
  // `dims` are the probe's, and grow with run-time dims. `known` are answers found by an earlier writing of
  // the model.
  OpenAxes(const RunDims& dims, const OpenAnswers& known) : dims_(dims), known_(known) {}

  // True if an open dim may belong to an image or a sequence.
  bool has_sides() const;
  // Returns for each size if it is open. Without known answers, all are taken as open.
  std::vector<bool> Ask(const AskedSizes& sizes);

  // Returns the questions.
  const std::vector<AskedSizes>& asked() const { return asked_; }

 private:
  const RunDims& dims_;
  const OpenAnswers& known_;
  std::vector<AskedSizes> asked_;
};

// Returns the answers to questions that were asked in each probe. Fails if the probes asked different
// questions.
Result<OpenAnswers> Answers(const std::vector<std::vector<AskedSizes>>& probes);

// True if all axes are open, as is assumed without answers.
bool AreAllOpen(const OpenAnswers& answers);

}  // namespace litevk::to_onnx
