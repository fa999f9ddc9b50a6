#include "runtime/onnx/write_open_model.h"

#include <utility>

#include "onnx.pb.h"
#include "runtime/onnx/open_shapes.h"

namespace litevk::to_onnx {
namespace {

// Fails where a node uses sizes by a rule with steps.
Status CheckUses(const std::vector<SizeUse>& first, const std::vector<SizeUse>& other) {
  if (first.size() != other.size()) return Unsupported("other nodes are computed for other sizes");
  for (size_t i = 0; i < first.size(); ++i) {
    if (first[i] == other[i]) continue;
    return Unsupported("what " + first[i].op + " (node " + std::to_string(first[i].node) +
                       ") makes of sizes is no sum or product of them");
  }
  return {};
}

Result<WrittenModel> WriteProbe(const Model& model, const Options& options, const Probe& probe) {
  LITEVK_ASSIGN_OR_RETURN(WrittenModel written, WriteModel(model, options, probe));
  if (!written.report.refusals.empty()) {
    return Unsupported("with other dims than the file's, ONNX has no form of " +
                       RefusalText(written.report.refusals));
  }
  if (written.has_states) return Unsupported("the values that it keeps from run to run have fixed dims");
  return written;
}

// Returns the model of the smallest sizes that its windows fit into, which the dims then have in probe 0.
// Products of more than two large sizes may leave 32 bits.
Result<WrittenModel> WriteFirstProbe(const Model& model, const Options& options, std::vector<OpenDim>& dims) {
  Result<WrittenModel> first = WriteProbe(model, options, {dims, 0});
  constexpr size_t kMostLargeDims = 2;
  for (size_t i = 1; i < kAdded.size() && !first.ok() && dims.size() <= kMostLargeDims; ++i) {
    for (OpenDim& dim : dims) dim.added = kAdded[i];
    Result<WrittenModel> larger = WriteProbe(model, options, {dims, 0});
    if (larger.ok()) return larger;
  }
  return first;
}

Result<WrittenModel> WriteWithNames(const Model& model, const Options& options, std::vector<OpenDim> dims) {
  if (dims.size() > kMostOpenDims) return Unsupported("it has more than " + std::to_string(kMostOpenDims));
  LITEVK_ASSIGN_OR_RETURN(WrittenModel written, WriteFirstProbe(model, options, dims));
  Options silent = options;
  silent.on_progress = nullptr;
  OpenShapes shapes(dims, *written.model);
  for (size_t probe = 1; probe < kProbes; ++probe) {
    LITEVK_ASSIGN_OR_RETURN(const WrittenModel other, WriteProbe(model, silent, {dims, probe}));
    LITEVK_RETURN_IF_ERROR(CheckUses(written.size_uses, other.size_uses));
    LITEVK_RETURN_IF_ERROR(shapes.Add(*other.model));
  }
  LITEVK_ASSIGN_OR_RETURN(const size_t added, shapes.Open());
  written.report.onnx_nodes += added;
  for (const OpenDim& dim : dims) written.report.open_dims.push_back(dim.name);
  return written;
}

}  // namespace

Result<WrittenModel> WriteOpenModel(const Model& model, const Options& options) {
  std::string reason;
  for (const bool joins_inputs : {false, true}) {
    const std::vector<OpenDim> dims = FindOpenDims(model, joins_inputs);
    const bool is_again = joins_inputs && dims.size() == FindOpenDims(model, false).size();
    if (dims.empty() || is_again || !options.keeps_open_dims) break;
    Result<WrittenModel> written = WriteWithNames(model, options, dims);
    if (written.ok()) return written;
    reason = written.status().message();
  }
  Result<WrittenModel> written = WriteModel(model, options, {});
  if (written.ok()) {
    written->report.fixed_dims = reason;
    return written;
  }
  const std::string open = OpenInputsText(model);
  if (open.empty()) return written;
  const std::string tried = reason.empty() ? "" : "; with its dims open: " + reason;
  const std::string hint = open + "; --shape NAME:DIMS sets them: ";
  return Status(written.status().code(), hint + written.status().message() + tried);
}

}  // namespace litevk::to_onnx
