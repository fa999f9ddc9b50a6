#include "onnx/write/external_data.h"

#include <cstddef>
#include <filesystem>

#include "onnx.pb.h"
#include "runtime/platform/files.h"

namespace litevk::to_onnx {
namespace {

// Smaller constants stay in the model: readers look at shapes and axes before they open the other file.
constexpr size_t kLeastExternalBytes = 1024;
// Alignment to pages, so that readers can map a constant.
constexpr size_t kAlignment = 4096;

void AddEntry(::onnx::TensorProto& tensor, const char* key, const std::string& value) {
  ::onnx::StringStringEntryProto& entry = *tensor.add_external_data();
  entry.set_key(key);
  entry.set_value(value);
}

// Moves the elements of large constants to `file`, which has that name.
Status MoveData(::onnx::ModelProto& model, const std::string& name, AtomicFile& file) {
  size_t offset = 0;
  for (::onnx::TensorProto& tensor : *model.mutable_graph()->mutable_initializer()) {
    const std::string& bytes = tensor.raw_data();
    if (bytes.size() < kLeastExternalBytes) continue;
    const std::string gap((kAlignment - offset % kAlignment) % kAlignment, '\0');
    LITEVK_RETURN_IF_ERROR(file.Append(gap));
    LITEVK_RETURN_IF_ERROR(file.Append(bytes));
    offset += gap.size();
    AddEntry(tensor, "location", name);
    AddEntry(tensor, "offset", std::to_string(offset));
    AddEntry(tensor, "length", std::to_string(bytes.size()));
    offset += bytes.size();
    tensor.set_data_location(::onnx::TensorProto::EXTERNAL);
    delete tensor.release_raw_data();
  }
  return {};
}

}  // namespace

std::string DataPathOf(const std::string& path) { return path + ".data"; }

Status WriteWithExternalData(::onnx::ModelProto& model, const std::string& path, size_t most_file_bytes) {
  const std::string data_path = DataPathOf(path);
  LITEVK_ASSIGN_OR_RETURN(AtomicFile data, AtomicFile::Create(data_path));
  LITEVK_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
  LITEVK_RETURN_IF_ERROR(MoveData(model, std::filesystem::path(data_path).filename().string(), data));
  if (model.ByteSizeLong() > most_file_bytes) {
    return Unsupported("the model has more than a file of ONNX holds, without its weights too");
  }
  std::string bytes;
  model.SerializeToString(&bytes);
  LITEVK_RETURN_IF_ERROR(file.Append(bytes));
  LITEVK_RETURN_IF_ERROR(data.Commit());
  return file.Commit();
}

}  // namespace litevk::to_onnx
