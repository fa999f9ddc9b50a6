#include "runtime/exec/pipeline_file.h"

#include <array>
#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "runtime/platform/files.h"

namespace litevk {
namespace {

constexpr std::string_view kMagic = "litevk pipelines 1\n";

// The 64-bit FNV-1a hash (Fowler, Noll, Vo): sufficient to tell files apart and to detect damage.
class Hash {
 public:
  void Add(std::span<const std::byte> bytes) {
    for (const std::byte byte : bytes) {
      value_ = (value_ ^ static_cast<uint64_t>(byte)) * 0x100000001b3ULL;
    }
  }
  template <typename T>
  void AddWords(std::span<const T> words) {
    const std::array<uint64_t, 1> count = {words.size()};
    Add(std::as_bytes(std::span(count)));
    Add(std::as_bytes(words));
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xcbf29ce484222325ULL;
};

uint64_t HashOf(std::string_view bytes) {
  Hash hash;
  hash.AddWords(std::span(bytes));
  return hash.value();
}

std::string Hex(uint64_t value) {
  std::array<char, 17> text = {};
  std::snprintf(text.data(), text.size(), "%016" PRIx64, value);
  return text.data();
}

}  // namespace

PipelineFile::PipelineFile(const std::string& folder, const gpu::Graph& graph, const vk::DeviceInfo& device)
    : device_(device.name + ", " + device.driver + ", " + device.pipeline_cache_id) {
  Hash hash;
  hash.AddWords(std::span<const char>(device_));
  for (const gpu::Dispatch& dispatch : graph.dispatches) {
    hash.AddWords(dispatch.shader->spirv.bytes());
    hash.AddWords(std::span(dispatch.shader->entry_point));
    hash.AddWords(std::span<const uint32_t>(dispatch.spec));
  }
  key_ = hash.value();
  path_ = folder + "/litevk-" + Hex(key_) + ".pipelines";
}

// Returns lines of text that precede the driver's bytes, so that a person can identify a file.
std::string PipelineFile::Header(std::string_view driver_data) const {
  std::string header(kMagic);
  header += "device: " + device_ + "\n";
  header += "key: " + Hex(key_) + "\n";
  header += "bytes: " + std::to_string(driver_data.size()) + ", hash " + Hex(HashOf(driver_data)) + "\n\n";
  return header;
}

Result<std::string> PipelineFile::Read() const {
  std::error_code ignored;
  if (!std::filesystem::exists(path_, ignored)) return std::string();
  LITEVK_ASSIGN_OR_RETURN(const std::string file, ReadFile(path_));
  const size_t end = file.find("\n\n");
  if (!file.starts_with(kMagic) || end == std::string::npos) {
    return InvalidArgument("file \"" + path_ +
                           "\": expected a file of compiled pipelines, found something else");
  }
  std::string data = file.substr(end + 2);
  if (file.substr(0, end + 2) != Header(data)) {
    return InvalidArgument("file \"" + path_ + "\": expected the pipelines of " + device_ +
                           ", found those of another device, or a damaged file");
  }
  return data;
}

Status PipelineFile::Write(std::string_view driver_data) const {
  return WriteFileAtomically(path_, Header(driver_data) + std::string(driver_data));
}

}  // namespace litevk
