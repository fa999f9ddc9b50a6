#include "bench/ops/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

namespace litevk::bench {
namespace {

Status CannotWrite(const std::filesystem::path& path, const std::string& reason) {
  return InvalidArgument("file \"" + path.string() + "\": cannot be written: " + reason);
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path)
    : path_(std::move(path)), temporary_(path_.string() + "." + std::to_string(getpid()) + ".tmp") {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})) {}

OutputFile::~OutputFile() {
  std::error_code ignored;
  if (!temporary_.empty()) std::filesystem::remove(temporary_, ignored);
}

Result<OutputFile> OutputFile::Open(std::filesystem::path path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return CannotWrite(path, "it is a folder");
  OutputFile file(std::move(path));
  if (!std::ofstream(file.temporary_)) {
    return CannotWrite(file.path_, std::generic_category().message(errno));
  }
  return file;
}

Status OutputFile::Write(std::string_view bytes) {
  std::ofstream stream(temporary_, std::ios::binary);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  if (!stream) return CannotWrite(path_, std::generic_category().message(errno));
  std::error_code error;
  std::filesystem::rename(temporary_, path_, error);
  if (error) return CannotWrite(path_, error.message());
  temporary_.clear();
  return {};
}

}  // namespace litevk::bench
