#include "runtime/base/files.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace litevk {
namespace {

std::string Errno(const std::string& path, const char* action) {
  return "file \"" + path + "\": " + action + " failed: " + std::generic_category().message(errno);
}

std::string TemporaryBeside(const std::string& path) {
  static std::atomic<unsigned> number = 0;
  return path + "." + std::to_string(getpid()) + "." + std::to_string(number++) + ".tmp";
}

}  // namespace

Result<std::string> ReadFile(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return Unavailable(Errno(path, "opening"));
  std::string bytes;
  std::array<char, 1 << 16> chunk = {};
  size_t count = 0;
  while ((count = std::fread(chunk.data(), 1, chunk.size(), file)) > 0) bytes.append(chunk.data(), count);
  const bool failed = std::ferror(file) != 0;
  Status status = failed ? Unavailable(Errno(path, "reading")) : Status();
  std::fclose(file);
  if (failed) return status;
  return bytes;
}

Status WriteFileAtomically(const std::string& path, std::string_view bytes) {
  const std::string temporary = TemporaryBeside(path);
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  if (file == nullptr) return Unavailable(Errno(path, "creating a file beside it"));
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const bool closed = std::fclose(file) == 0;
  if (written && closed && std::rename(temporary.c_str(), path.c_str()) == 0) return {};
  Status status = Unavailable(Errno(path, "writing"));
  std::remove(temporary.c_str());
  return status;
}

Status CheckWritable(const std::string& path) {
  const auto cannot = [&](const std::string& reason) {
    return Unavailable("file \"" + path + "\": cannot be written: " + reason);
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return cannot("it is a folder");
  const std::string temporary = TemporaryBeside(path);
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  if (file == nullptr) return cannot(std::generic_category().message(errno));
  std::fclose(file);
  std::remove(temporary.c_str());
  return {};
}

}  // namespace litevk
