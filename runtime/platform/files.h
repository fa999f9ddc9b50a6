// Reads and writes whole files. Files that others place in a shared folder are not trusted: only plain files
// are read or replaced, and writing follows no link.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/base/status.h"

namespace litevk {

// Limit above the size of any file that is read whole, such as a driver's pipelines of a large model.
inline constexpr size_t kMaxFileBytes = size_t{256} << 20;

// Reads a file. Returns kUnavailable if it cannot be opened or read, or exceeds `max_bytes`. Files that are
// not plain are refused too, since a FIFO would wait and a device may have no end.
Result<std::string> ReadFile(const std::string& path, size_t max_bytes = kMaxFileBytes);

// A file that is written completely or not at all. A new file of an unpredictable name is written beside the
// target, and renamed to it. An existing file's mode is kept; targets that are not plain files, such as
// links, are left alone. Safe from any thread and process at once; the last one wins.
class AtomicFile {
 public:
  static Result<AtomicFile> Create(const std::string& path);
  ~AtomicFile();
  AtomicFile(AtomicFile&&) noexcept;
  AtomicFile& operator=(AtomicFile&&) noexcept;

  Status Append(std::string_view bytes);
  // Renames the file to the target. Without Commit, nothing of it is left.
  Status Commit();

 private:
  class Temporary;
  explicit AtomicFile(std::unique_ptr<Temporary> temporary);

  std::unique_ptr<Temporary> temporary_;
};

// Writes an AtomicFile at once.
Status WriteFileAtomically(const std::string& path, std::string_view bytes);

// Checks in advance that WriteFileAtomically can write the path. Makes the temporary file and removes it.
Status CheckWritable(const std::string& path);

// Fails if there is no such folder: "the folder /nonexist does not exist".
Status CheckFolder(const std::string& folder);

// Fails if the folder of a file with that path does not exist.
Status CheckFolderOf(const std::string& path);

// True if both paths lead to one file, which may not exist yet.
bool IsSameFile(const std::string& first, const std::string& second);

}  // namespace litevk
