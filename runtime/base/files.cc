#include "runtime/base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

namespace litevk {
namespace {

std::string ErrnoText() { return std::generic_category().message(errno); }

std::string Errno(const std::string& path, const char* action) {
  return "file \"" + path + "\": " + action + " failed: " + ErrnoText();
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

// A file descriptor that is closed by the destructor.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { Close(); }

  int number() const { return number_; }
  // Closes the file. True if everything written has arrived.
  bool Close() { return number_ < 0 || close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

// Repeats a call that a signal interrupts.
template <typename Call>
ssize_t Repeat(Call&& call) {
  ssize_t result = 0;
  do {
    result = call();
  } while (result < 0 && errno == EINTR);
  return result;
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
    const ssize_t count = Repeat([&] { return read(file, bytes.data() + before, kChunk); });
    bytes.resize(before + static_cast<size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0) return Unavailable(Errno(path, "reading"));
    if (count == 0) return {};
  }
}

bool WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = Repeat([&] { return write(file, bytes.data(), bytes.size()); });
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
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.number() < 0) return Unavailable(Errno(path, "opening"));
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

  bool is_open() const { return file_.number() >= 0; }
  const std::string& target() const { return target_; }
  bool Keep(std::optional<mode_t> mode) { return !mode || fchmod(file_.number(), *mode) == 0; }
  bool Append(std::string_view bytes) { return WriteAll(file_.number(), bytes); }
  bool TakePlace() {
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

  // Opens a file that can be given a name later; -1 if the file system has no such files.
  static int OpenNameless(const std::string& folder) {
    const int file = open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    if (file < 0 || access(LinkTo(file).c_str(), F_OK) == 0) return file;
    close(file);
    return -1;
  }

  int Open() {
    const int nameless = OpenNameless(FolderOf(target_));
    if (nameless >= 0) return nameless;
    const int named = open(path_.c_str(), kFlags, 0666);
    is_there_ = named >= 0;
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
  Descriptor file_;
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
  return temporary_->TakePlace() ? Status() : Unavailable(Errno(temporary_->target(), "writing"));
}

Status WriteFileAtomically(const std::string& path, std::string_view bytes) {
  LITEVK_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
  LITEVK_RETURN_IF_ERROR(file.Append(bytes));
  return file.Commit();
}

Status CheckWritable(const std::string& path) {
  LITEVK_RETURN_IF_ERROR(CheckFolderOf(path));
  LITEVK_ASSIGN_OR_RETURN(const AtomicFile file, AtomicFile::Create(path));
  return {};
}

Status CheckFolder(const std::string& folder) {
  struct stat found {};
  if (stat(folder.c_str(), &found) == 0) {
    return S_ISDIR(found.st_mode)
               ? Status()
               : Unavailable(folder + " is " + KindOf(found.st_mode) + ", expected a folder");
  }
  if (errno == ENOENT || errno == ENOTDIR) return Unavailable("the folder " + folder + " does not exist");
  return Unavailable("the folder " + folder + ": " + ErrnoText());
}

Status CheckFolderOf(const std::string& path) { return CheckFolder(FolderOf(path)); }

bool IsSameFile(const std::string& first, const std::string& second) {
  std::error_code error;
  if (std::filesystem::equivalent(first, second, error)) return true;
  const auto place = [&](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  };
  const std::filesystem::path one = place(first);
  return !one.empty() && one == place(second);
}

}  // namespace litevk
