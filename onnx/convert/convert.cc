#include "onnx/convert/convert.h"

#include <utility>

#include "onnx.pb.h"
#include "onnx/convert/write_open_model.h"
#include "onnx/passes/pass_table.h"
#include "onnx/passes/written_passes.h"
#include "onnx/write/external_data.h"
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

std::vector<PassPlace> PassPlaces() {
  std::vector<PassPlace> places;
  for (const Pass& pass : Passes()) places.push_back({pass.name, pass.reason});
  for (const WrittenPass& pass : WrittenPasses()) places.push_back({pass.name, pass.reason});
  return places;
}

}  // namespace litevk::to_onnx
