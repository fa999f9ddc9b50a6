#include "runtime/vk/instance/driver_manifests.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <system_error>

#include "runtime/platform/environment.h"
#include "runtime/platform/files.h"
#include "runtime/platform/glob.h"

namespace litevk::vk {
namespace {

namespace fs = std::filesystem;

// Limit well above the size of any manifest.
constexpr size_t kMaxManifestBytes = 1 << 20;

// Returns the variable, or `otherwise` for a program with another user's rights, in which the loader ignores
// variables.
std::string Variable(const char* name, const std::string& otherwise = "") {
  const char* value = TrustedVariable(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

void AddFolder(const fs::path& folder, std::vector<fs::path>& files) {
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".json") found.push_back(entry->path());
  }
  std::ranges::sort(found);
  files.insert(files.end(), found.begin(), found.end());
}

// Adds the files that a variable lists, directly or in folders.
void AddNamed(const std::string& paths, std::vector<fs::path>& files) {
  for (const std::string& path : Split(paths, ':')) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
      AddFolder(path, files);
    } else {
      files.emplace_back(path);
    }
  }
}

std::vector<std::string> SearchedFolders() {
  const std::string home = Variable("HOME");
  const auto of_home = [&](const char* name) { return home.empty() ? "" : home + name; };
  std::vector<std::string> folders = {Variable("XDG_CONFIG_HOME", of_home("/.config"))};
  std::ranges::copy(Split(Variable("XDG_CONFIG_DIRS", "/etc/xdg"), ':'), std::back_inserter(folders));
  folders.insert(folders.end(), {"/usr/local/etc", "/etc"});
  folders.push_back(Variable("XDG_DATA_HOME", of_home("/.local/share")));
  std::ranges::copy(Split(Variable("XDG_DATA_DIRS", "/usr/local/share:/usr/share"), ':'),
                    std::back_inserter(folders));
  return folders;
}

std::vector<fs::path> Manifests() {
  std::vector<fs::path> files;
  const std::string named = Variable("VK_DRIVER_FILES", Variable("VK_ICD_FILENAMES"));
  AddNamed(named.empty() ? Variable("VK_ADD_DRIVER_FILES") : named, files);
  if (!named.empty()) return files;
  for (const std::string& folder : SearchedFolders()) {
    if (!folder.empty()) AddFolder(fs::path(folder) / "vulkan/icd.d", files);
  }
  return files;
}

bool Matches(const std::string& name, const std::string& patterns) {
  return std::ranges::any_of(Split(patterns, ','), [&](const std::string& pattern) {
    return MatchesGlob(pattern, name, LetterCase::kIgnored);
  });
}

bool IsSelected(const fs::path& manifest) {
  const std::string name = manifest.filename();
  const std::string selected = Variable("VK_LOADER_DRIVERS_SELECT");
  if (!selected.empty()) return Matches(name, selected);
  return !Matches(name, Variable("VK_LOADER_DRIVERS_DISABLE"));
}

// Returns the library of a manifest; empty if it names none. A path with a slash is relative to the manifest.
std::string LibraryOf(const fs::path& manifest) {
  const auto text = ReadFile(manifest.string(), kMaxManifestBytes);
  if (!text.ok()) return "";
  const auto json = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
  const auto at = nlohmann::json::json_pointer("/ICD/library_path");
  if (!json.is_object() || !json.contains(at) || !json[at].is_string()) return "";
  const fs::path library = json[at].get<std::string>();
  if (library.native().find('/') == std::string::npos) return library;
  return (manifest.parent_path() / library).lexically_normal();
}

}  // namespace

std::vector<std::string> DriverLibraries() {
  std::vector<std::string> libraries;
  for (const fs::path& manifest : Manifests()) {
    if (!IsSelected(manifest)) continue;
    std::string library = LibraryOf(manifest);
    if (!library.empty()) libraries.push_back(std::move(library));
  }
  return libraries;
}

}  // namespace litevk::vk
