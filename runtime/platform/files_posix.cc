#include "runtime/platform/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <random>
#include <utility>

#include "runtime/platform/file_descriptor.h"
#include "runtime/platform/posix_calls.h"

namespace litevk {
namespace {

std::string Errno(const std::string& path, const char* action) {
  return "file \"" + path + "\": " + action + " failed: " + LastError();
}

const char* KindOf(mode_t mode) {
  if (S_ISREG(mode)) return "a plain file";
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISLNK(mode)) return "a symbolic link";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

Status NoPlainFile(const std::string& path, const char* action, mode_t mode) {
  return Unavailable("file \"" + path + "\": " + action + ": expected a plain file, found " + KindOf(mode));
}

// Returns the folder that contains the path's last name.
std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return path.substr(0, std::max<size_t>(slash, 1));
}

Status ReadAll(int file, const std::string& path, size_t max_bytes, std::string& bytes) {
  constexpr size_t kChunk = 1 << 16;
  for (;;) {
    const size_t before = bytes.size();
    if (before > max_bytes) {
      return Unavailable("file \"" + path + "\": expected at most " + std::to_string(max_bytes) +
                         " bytes, found more");
    }
    bytes.resize(before + kChunk);
    const ssize_t count = RetryOnSignal([&] { return read(file, bytes.data() + before, kChunk); });
    bytes.resize(before + static_cast<size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0) return Unavailable(Errno(path, "reading"));
    if (count == 0) return {};
  }
}

bool WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = RetryOnSignal([&] { return write(file, bytes.data(), bytes.size()); });
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

// Returns the mode of the file that is about to be replaced; nothing if there is none.
Result<std::optional<mode_t>> ModeToKeep(const std::string& path) {
  struct stat found {};
  if (lstat(path.c_str(), &found) != 0) return std::optional<mode_t>();
  if (!S_ISREG(found.st_mode)) return NoPlainFile(path, "cannot be written", found.st_mode);
  return std::optional<mode_t>(found.st_mode & 0777U);
}

}  // namespace

Result<std::string> ReadFile(const std::string& path, size_t max_bytes) {
  // Without O_NONBLOCK, opening a FIFO would wait for a writer.
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file) return Unavailable(Errno(path, "opening"));
  struct stat found {};
  if (fstat(file.number(), &found) != 0) return Unavailable(Errno(path, "reading"));
  if (!S_ISREG(found.st_mode)) return NoPlainFile(path, "cannot be read", found.st_mode);
  std::string bytes;
  LITEVK_RETURN_IF_ERROR(ReadAll(file.number(), path, max_bytes, bytes));
  return bytes;
}

// A new file beside the one that it will replace. The destructor removes it, unless it was renamed to the
// target. If the file system can, the file has no name until then, and a signal that ends the process leaves
// nothing.
class AtomicFile::Temporary {
 public:
  explicit Temporary(std::string target)
      : target_(std::move(target)), path_(NameBeside(target_)), file_(Open()) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (is_there_) unlink(path_.c_str());
  }

  bool is_open() const { return static_cast<bool>(file_); }
  const std::string& target() const { return target_; }
  bool Keep(std::optional<mode_t> mode) { return !mode || fchmod(file_.number(), *mode) == 0; }
  bool Append(std::string_view bytes) { return WriteAll(file_.number(), bytes); }
  bool ReplaceFile() {
    if (!is_there_ && !TakeName()) return false;
    is_there_ = true;
    if (!file_.Close()) return false;
    is_there_ = rename(path_.c_str(), target_.c_str()) != 0;
    return !is_there_;
  }

 private:
  // Refuses any existing file, including a link to another place.
  static constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;

  static std::string LinkTo(int file) { return "/proc/self/fd/" + std::to_string(file); }

  // Opens a file that can be given a name later; none if the file system has no such files.
  static FileDescriptor OpenNameless(const std::string& folder) {
    FileDescriptor file(open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666));
    const bool can_be_named = file && access(LinkTo(file.number()).c_str(), F_OK) == 0;
    return can_be_named ? std::move(file) : FileDescriptor();
  }

  FileDescriptor Open() {
    if (FileDescriptor nameless = OpenNameless(FolderOf(target_))) return nameless;
    FileDescriptor named(open(path_.c_str(), kFlags, 0666));
    is_there_ = static_cast<bool>(named);
    return named;
  }

  bool TakeName() {
    const std::string link = LinkTo(file_.number());
    return linkat(AT_FDCWD, link.c_str(), AT_FDCWD, path_.c_str(), AT_SYMLINK_FOLLOW) == 0;
  }

  // Returns an unpredictable name, at which others cannot place a file.
  static std::string NameBeside(const std::string& target) {
    std::random_device random;
    return target + "." + std::to_string(random()) + "." + std::to_string(random()) + ".tmp";
  }

  std::string target_;
  std::string path_;
  bool is_there_ = false;  // under its own name
  FileDescriptor file_;
};

AtomicFile::AtomicFile(std::unique_ptr<Temporary> temporary) : temporary_(std::move(temporary)) {}
AtomicFile::~AtomicFile() = default;
AtomicFile::AtomicFile(AtomicFile&&) noexcept = default;
AtomicFile& AtomicFile::operator=(AtomicFile&&) noexcept = default;

Result<AtomicFile> AtomicFile::Create(const std::string& path) {
  if (path == "-") {
    return Unavailable(
        "file \"-\": files are not written to standard output: name one, or ./- for this name");
  }
  const Status folder = CheckFolderOf(path);
  if (!folder.ok()) return Unavailable("file \"" + path + "\": " + folder.message());
  LITEVK_ASSIGN_OR_RETURN(const std::optional<mode_t> mode, ModeToKeep(path));
  auto temporary = std::make_unique<Temporary>(path);
  if (!temporary->is_open()) return Unavailable(Errno(path, "creating a file beside it"));
  if (!temporary->Keep(mode)) return Unavailable(Errno(path, "writing"));
  return AtomicFile(std::move(temporary));
}

Status AtomicFile::Append(std::string_view bytes) {
  return temporary_->Append(bytes) ? Status() : Unavailable(Errno(temporary_->target(), "writing"));
}

Status AtomicFile::Commit() {
  return temporary_->ReplaceFile() ? Status() : Unavailable(Errno(temporary_->target(), "writing"));
}

Status CheckFolder(const std::string& folder) {
  struct stat found {};
  if (stat(folder.c_str(), &found) == 0) {
    return S_ISDIR(found.st_mode)
               ? Status()
               : Unavailable(folder + " is " + KindOf(found.st_mode) + ", expected a folder");
  }
  if (errno == ENOENT || errno == ENOTDIR) return Unavailable("the folder " + folder + " does not exist");
  return Unavailable("the folder " + folder + ": " + LastError());
}

Status CheckFolderOf(const std::string& path) { return CheckFolder(FolderOf(path)); }

}  // namespace litevk
