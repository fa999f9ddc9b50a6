#include "onnx/convert/write_open_model.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "onnx.pb.h"
#include "onnx/open_dims/open_shapes.h"

namespace litevk::to_onnx {
namespace {

// Fails if a node depends on sizes by a stepwise rule.
Status CheckUses(const std::vector<SizeUse>& first, const std::vector<SizeUse>& other) {
  if (first.size() != other.size()) return Unsupported("other nodes are computed for other sizes");
  for (size_t i = 0; i < first.size(); ++i) {
    if (first[i] == other[i]) continue;
    return Unsupported("what " + first[i].op + " (node " + std::to_string(first[i].node) +
                       ") makes of sizes is no sum or product of them");
  }
  return {};
}

Result<WrittenModel> WriteProbe(const Source& source, const Options& options, const Probe& probe) {
  LITEVK_ASSIGN_OR_RETURN(WrittenModel written, WriteModel(source, options, probe));
  if (!written.report.refusals.empty()) {
    return Unsupported("with other dims than the file's, ONNX has no form of " +
                       RefusalText(written.report.refusals));
  }
  return written;
}

// Returns the model with the smallest sizes that its windows fit into, and sets the sizes in `probe`. With
// more than two dims, large sizes are not tried, since their products may overflow 32 bits.
Result<WrittenModel> WriteFirstProbe(const Source& source, const Options& options, Probe& probe) {
  Result<WrittenModel> first = WriteProbe(source, options, probe);
  constexpr size_t kMostLargeDims = 2;
  for (size_t i = 1; i < kAdded.size() && !first.ok() && probe.dims.size() <= kMostLargeDims; ++i) {
    for (OpenDim& dim : probe.dims) dim.added = kAdded[i];
    Result<WrittenModel> larger = WriteProbe(source, options, probe);
    if (larger.ok()) return larger;
  }
  return first;
}

// Returns the models of the probes after the first one.
Result<std::vector<WrittenModel>> WriteOthers(const Source& source, const Options& options, Probe probe,
                                              const WrittenModel& first) {
  std::vector<WrittenModel> others;
  const size_t count = first.has_sides ? kProbesOfSides : kProbes;
  for (probe.number = 1; probe.number < count; ++probe.number) {
    LITEVK_ASSIGN_OR_RETURN(WrittenModel other, WriteProbe(source, options, probe));
    LITEVK_RETURN_IF_ERROR(CheckUses(first.size_uses, other.size_uses));
    others.push_back(std::move(other));
  }
  return others;
}

Result<OpenAnswers> AnswersOf(const WrittenModel& first, const std::vector<WrittenModel>& others) {
  std::vector<std::vector<AskedSizes>> probes = {first.asked};
  for (const WrittenModel& other : others) probes.push_back(other.asked);
  return Answers(probes);
}

// Makes the model of probe 0 one for all sizes. If nodes took fixed axes for open ones, all models are
// written anew.
Result<WrittenModel> WithSizes(const Source& source, const Options& options, Probe probe,
                               WrittenModel written) {
  Options silent = options;
  silent.on_progress = nullptr;
  LITEVK_ASSIGN_OR_RETURN(std::vector<WrittenModel> others, WriteOthers(source, silent, probe, written));
  LITEVK_ASSIGN_OR_RETURN(probe.open_axes, AnswersOf(written, others));
  if (!AreAllOpen(probe.open_axes)) {
    LITEVK_ASSIGN_OR_RETURN(written, WriteProbe(source, silent, probe));
    LITEVK_ASSIGN_OR_RETURN(others, WriteOthers(source, silent, probe, written));
  }
  OpenShapes shapes(written.dims, written.run_axes, *written.model);
  for (const WrittenModel& other : others) LITEVK_RETURN_IF_ERROR(shapes.Add(*other.model));
  LITEVK_ASSIGN_OR_RETURN(const size_t added, shapes.Open());
  written.report.onnx_nodes += added;
  for (const OpenDim& dim : probe.dims) {
    written.report.open_dims.push_back(dim.name);
    written.report.multiples.push_back(dim.multiple);
  }
  return written;
}

Result<WrittenModel> WriteWithNames(const Source& source, const Options& options, Probe probe) {
  if (probe.dims.size() > kMostOpenDims) {
    return Unsupported("it has more than " + std::to_string(kMostOpenDims));
  }
  LITEVK_ASSIGN_OR_RETURN(WrittenModel written, WriteFirstProbe(source, options, probe));
  return WithSizes(source, options, std::move(probe), std::move(written));
}

// Writes the model with sides that are multiples of the smallest power of two that works, for each side
// separately.
Result<WrittenModel> WriteWithMultiples(const Source& source, const Options& options, Probe probe) {
  constexpr int64_t kMost = 64;
  Result<WrittenModel> written = Unsupported("it has no sides");
  if (std::ranges::none_of(probe.dims, &OpenDim::is_side)) return written;
  for (int64_t multiple = 2; multiple <= kMost && !written.ok(); multiple *= 2) {
    for (OpenDim& dim : probe.dims) dim.multiple = dim.is_side() ? multiple : 1;
    written = WriteWithNames(source, options, probe);
  }
  for (size_t i = 0; i < probe.dims.size() && written.ok() && probe.dims.size() > 1; ++i) {
    Probe freer = probe;
    freer.dims[i].multiple = 1;
    Result<WrittenModel> other = WriteWithNames(source, options, freer);
    if (!other.ok()) continue;
    probe = std::move(freer);
    written = std::move(other);
  }
  return written;
}

// Writes a model whose inputs share dims, with as few of them shared as the graph allows. An axis that is
// free of the others gets a name of its own.
Result<WrittenModel> WriteWithFewerShared(const Source& source, const Options& options, Probe probe) {
  LITEVK_ASSIGN_OR_RETURN(WrittenModel written, WriteWithNames(source, options, probe));
  for (const OpenDim& apart : SharedAxes(source, probe.dims)) {
    Probe freer = probe;
    freer.dims = WithApart(probe.dims, apart);
    Result<WrittenModel> other = WriteWithNames(source, options, freer);
    if (!other.ok()) continue;
    probe = std::move(freer);
    written = std::move(*other);
  }
  return written;
}

// Writes the model for the dims of its file. Run-time dims stay open.
Result<WrittenModel> WriteWithFixedDims(const Source& source, const Options& options) {
  LITEVK_ASSIGN_OR_RETURN(WrittenModel written, WriteModel(source, options, {}));
  if (written.dims.empty() || !written.report.refusals.empty()) return written;
  Result<WrittenModel> opened = WithSizes(source, options, {}, std::move(written));
  if (opened.ok()) return opened;
  LITEVK_ASSIGN_OR_RETURN(WrittenModel refused, WriteModel(source, options, {.finds_run_dims = false}));
  AddRefusal(refused.report.refusals, "dims of a run", opened.status().message(), std::nullopt);
  return refused;
}

// Returns the probes in the order in which they are tried.
std::vector<Probe> ProbesOf(const Source& source) {
  std::vector<Probe> probes;
  for (const bool keeps_counts : {false, true}) {
    const std::vector<OpenDim> apart = FindOpenDims(source, false);
    const std::vector<OpenDim> joined = FindOpenDims(source, true);
    if (apart.empty()) break;
    probes.push_back({.dims = apart, .keeps_counts = keeps_counts});
    if (joined.size() != apart.size()) probes.push_back({.dims = joined, .keeps_counts = keeps_counts});
  }
  return probes;
}

}  // namespace

Result<WrittenModel> WriteOpenModel(const Source& source, const Options& options) {
  std::string reason;
  const std::vector<Probe> probes = options.keeps_open_dims ? ProbesOf(source) : std::vector<Probe>();
  for (const Probe& probe : probes) {
    Result<WrittenModel> written = WriteWithFewerShared(source, options, probe);
    if (written.ok()) return written;
    reason = written.status().message();
  }
  if (!probes.empty()) {
    Result<WrittenModel> written = WriteWithMultiples(source, options, probes.back());
    if (written.ok()) return written;
  }
  Result<WrittenModel> written = WriteWithFixedDims(source, options);
  if (written.ok()) {
    written->report.fixed_dims = reason;
    return written;
  }
  const std::string given = GivenInputsText(source);
  const std::string open = OpenInputsText(source);
  const std::string hint =
      (given.empty() ? "" : given + ": ") + (open.empty() ? "" : open + "; --shape NAME:DIMS sets them: ");
  const std::string tried = reason.empty() ? "" : "; with its dims open: " + reason;
  return Status(written.status().code(), hint + written.status().message() + tried);
}

}  // namespace litevk::to_onnx
