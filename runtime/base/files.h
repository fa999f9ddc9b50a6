// Whole files, read and written. What others lay in a folder that we share with them is not trusted: only
// plain files are read or replaced, and no link is followed where something is written.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/base/status.h"

namespace litevk {

// More than any file that is read whole has, a driver's pipelines of a large model among them.
inline constexpr size_t kMaxFileBytes = size_t{256} << 20;

// kUnavailable when the file cannot be opened or read, is no plain file (a FIFO would wait, a device may have
// no end), or has more than `max_bytes`.
Result<std::string> ReadFile(const std::string& path, size_t max_bytes = kMaxFileBytes);

// A file that is written whole or not at all: into a new file of an unpredictable name beside it, which then
// takes its name. A file that is there keeps its mode; what is no plain file, a link among them, stays as it
// is. Safe from any thread and process at once; the last one wins.
class AtomicFile {
 public:
  static Result<AtomicFile> Create(const std::string& path);
  ~AtomicFile();
  AtomicFile(AtomicFile&&) noexcept;
  AtomicFile& operator=(AtomicFile&&) noexcept;

  Status Append(std::string_view bytes);
  // Gives the file its name. Without it nothing is left of what was written.
  Status Commit();

 private:
  class Temporary;
  explicit AtomicFile(std::unique_ptr<Temporary> temporary);

  std::unique_ptr<Temporary> temporary_;
};

// Writes such a file at once.
Status WriteFileAtomically(const std::string& path, std::string_view bytes);

// Says whether WriteFileAtomically can do that, before there is anything to write: tries the temporary file
// and leaves nothing.
Status CheckWritable(const std::string& path);

// Says where there is no such folder: "the folder /nonexist does not exist".
Status CheckFolder(const std::string& folder);

// Says the same of the folder that a file of that path lies in.
Status CheckFolderOf(const std::string& path);

// Says whether both paths lead to one file, which need not be there yet.
bool IsSameFile(const std::string& first, const std::string& second);

}  // namespace litevk
