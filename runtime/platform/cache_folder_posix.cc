#include "runtime/platform/cache_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "runtime/platform/environment.h"
#include "runtime/platform/posix_calls.h"

namespace litevk {
namespace {

// Returns the variable's value; "" if it is no absolute path, or if the program has more rights than its
// user.
std::string PathFrom(const char* variable) {
  const char* value = TrustedVariable(variable);
  return value != nullptr && value[0] == '/' ? value : "";
}

Status NotOwn(const std::string& path, const std::string& found) {
  return Unavailable("folder \"" + path +
                     "\": expected one of this user's, into which no other may write, found " + found);
}

std::string Octal(mode_t mode) {
  std::string text;
  for (int shift = 6; shift >= 0; shift -= 3) text += static_cast<char>('0' + (mode >> shift & 7U));
  return text;
}

Status CheckOwn(const std::string& path, const struct stat& found) {
  if (!S_ISDIR(found.st_mode)) return NotOwn(path, S_ISLNK(found.st_mode) ? "a symbolic link" : "a file");
  if (found.st_uid != geteuid()) return NotOwn(path, "one of user " + std::to_string(found.st_uid));
  if ((found.st_mode & (S_IWGRP | S_IWOTH)) != 0) return NotOwn(path, "mode " + Octal(found.st_mode));
  return {};
}

// Makes a folder, or checks that an existing one belongs to this user. `follows_link` accepts a link, which
// users with another disk for a cache may have. Links inside of a user's own folder are the user's decision.
Status MakeOwn(const std::string& path, bool follows_link) {
  const bool is_there = mkdir(path.c_str(), S_IRWXU) == 0 || errno == EEXIST;
  struct stat found {};
  if (!is_there || (follows_link ? stat(path.c_str(), &found) : lstat(path.c_str(), &found)) != 0) {
    return Unavailable("folder \"" + path + "\": making it failed: " + LastError());
  }
  return CheckOwn(path, found);
}

}  // namespace

Result<std::string> UserCacheFolder() {
  std::string base = PathFrom("XDG_CACHE_HOME");
  if (base.empty()) {
    const std::string home = PathFrom("HOME");
    if (home.empty()) {
      return Unavailable(
          "cache folder: expected XDG_CACHE_HOME or HOME to be an absolute path, found neither");
    }
    base = home + "/.cache";
  }
  const std::string folder = base + "/litevk";
  LITEVK_RETURN_IF_ERROR(MakeOwn(base, true));
  LITEVK_RETURN_IF_ERROR(MakeOwn(folder, false));
  return folder;
}

}  // namespace litevk
