#include "onnx/convert/convert.h"

#include <algorithm>
#include <utility>

#include "onnx.pb.h"
#include "onnx/convert/write_open_model.h"
#include "onnx/write/external_data.h"
#include "runtime/base/count_text.h"
#include "runtime/platform/files.h"

namespace litevk::to_onnx {

Conversion::Conversion() = default;
Conversion::~Conversion() = default;
Conversion::Conversion(Conversion&&) noexcept = default;
Conversion& Conversion::operator=(Conversion&&) noexcept = default;

Result<Conversion> Conversion::Run(const Model& model, const Options& options) {
  LITEVK_ASSIGN_OR_RETURN(const Source source, FindSource(model, options));
  LITEVK_ASSIGN_OR_RETURN(WrittenModel written, WriteOpenModel(source, options));
  Conversion conversion;
  conversion.model_ = std::move(written.model);
  conversion.most_file_bytes_ = options.most_file_bytes;
  conversion.has_external_data_ =
      options.has_external_data || conversion.model_->ByteSizeLong() > options.most_file_bytes;
  conversion.report_ = std::move(written.report);
  return conversion;
}

std::string Conversion::DataPath(const std::string& path) const {
  return has_external_data_ ? DataPathOf(path) : "";
}

Status Conversion::Write(const std::string& path) {
  if (has_external_data_) return WriteWithExternalData(*model_, path, most_file_bytes_);
  std::string bytes;
  model_->SerializeToString(&bytes);
  return WriteFileAtomically(path, bytes);
}

void AddRefusal(std::vector<Refusal>& refusals, const std::string& op, const std::string& reason,
                std::optional<int> node) {
  auto found = std::ranges::find_if(
      refusals, [&](const Refusal& refusal) { return refusal.op == op && refusal.reason == reason; });
  if (found == refusals.end()) found = refusals.insert(found, {op, reason, {}});
  if (node) found->nodes.push_back(*node);
}

static std::string NodesText(const std::vector<int>& nodes) {
  if (nodes.empty()) return "";
  std::string text = " (" + CountText(nodes.size(), "node") + ": ";
  for (size_t i = 0; i < std::min<size_t>(nodes.size(), 8); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(nodes[i]);
  }
  return text + (nodes.size() > 8 ? ", ...)" : ")");
}

std::string RefusalText(const std::vector<Refusal>& refusals) {
  std::string text;
  for (const Refusal& refusal : refusals) {
    text += (text.empty() ? "" : "\n") + refusal.op + NodesText(refusal.nodes) + ": " + refusal.reason;
  }
  return text;
}

}  // namespace litevk::to_onnx
