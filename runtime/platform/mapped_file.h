// Files that are read through memory, without a copy.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "runtime/base/status.h"

namespace litevk {

// A read-only mapping of a whole file, which the destructor ends. Move-only. The bytes may be read from any
// thread.
class MappedFile {
 public:
  // Maps a file. Returns kUnavailable with the system's diagnostic if it cannot be opened or mapped. Returns
  // kInvalidArgument if the file is empty, or no plain file, such as a folder.
  static Result<MappedFile> Open(const std::filesystem::path& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::span<const std::byte> bytes_;
};

}  // namespace litevk
