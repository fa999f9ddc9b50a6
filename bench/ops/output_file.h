// A file that is written at the end of a long run, and whose place is tried at the beginning.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "runtime/base/status.h"

namespace litevk::bench {

class OutputFile {
 public:
  // Creates a temporary file beside `path`; what stands there already is kept until Write.
  static Result<OutputFile> Open(std::filesystem::path path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  // Removes the temporary file, if it was not written.
  ~OutputFile();

  // Once: the file is there whole, or as it was before.
  Status Write(std::string_view bytes);

 private:
  explicit OutputFile(std::filesystem::path path);

  std::filesystem::path path_;
  std::filesystem::path temporary_;  // empty: there is none
};

}  // namespace litevk::bench
