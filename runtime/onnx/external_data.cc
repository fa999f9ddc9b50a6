#include "runtime/onnx/external_data.h"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <limits>

#include "onnx.pb.h"
#include "runtime/base/files.h"

namespace litevk::to_onnx {
namespace {

// Smaller constants stay in the model: shapes and axes, which readers look at before they open the other
// file.
constexpr size_t kLeastExternalBytes = 1024;
// Readers may map a constant that begins with a page.
constexpr size_t kAlignment = 4096;

void AddEntry(::onnx::TensorProto& tensor, const char* key, const std::string& value) {
  ::onnx::StringStringEntryProto& entry = *tensor.add_external_data();
  entry.set_key(key);
  entry.set_value(value);
}

}  // namespace

bool FitsInOneFile(const ::onnx::ModelProto& model) {
  return model.ByteSizeLong() <= static_cast<size_t>(std::numeric_limits<int32_t>::max());
}

Status WriteWithExternalData(const ::onnx::ModelProto& model, const std::string& path) {
  const std::string data_path = path + ".data";
  const std::string location = std::filesystem::path(data_path).filename().string();
  std::ofstream file(data_path, std::ios::binary | std::ios::trunc);
  ::onnx::ModelProto slim;
  slim.CopyFrom(model);
  size_t offset = 0;
  for (::onnx::TensorProto& tensor : *slim.mutable_graph()->mutable_initializer()) {
    const std::string& bytes = tensor.raw_data();
    if (bytes.size() < kLeastExternalBytes) continue;
    const std::string gap((kAlignment - offset % kAlignment) % kAlignment, '\0');
    file << gap << bytes;
    offset += gap.size();
    AddEntry(tensor, "location", location);
    AddEntry(tensor, "offset", std::to_string(offset));
    AddEntry(tensor, "length", std::to_string(bytes.size()));
    offset += bytes.size();
    tensor.set_data_location(::onnx::TensorProto::EXTERNAL);
    tensor.clear_raw_data();
  }
  file.close();
  if (!file) return Unavailable("cannot write " + data_path);
  std::string bytes;
  slim.SerializeToString(&bytes);
  return WriteFileAtomically(path, bytes);
}

}  // namespace litevk::to_onnx
