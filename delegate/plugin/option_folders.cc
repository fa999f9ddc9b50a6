#include "delegate/plugin/option_folders.h"

#include "delegate/plugin/option_table.h"
#include "runtime/platform/files.h"

namespace litevk {
namespace {

void Drop(const char* key, const Status& status, std::string& value, std::vector<std::string>& problems) {
  if (status.ok()) return;
  problems.push_back("option \"" + std::string(key) + "\": " + status.message());
  value.clear();
}

}  // namespace

std::vector<std::string> DropMissingFolders(Options& options) {
  std::vector<std::string> problems;
  if (!options.report_path.empty()) {
    Drop("report_path", CheckFolderOf(options.report_path), options.report_path, problems);
  }
  if (!options.debug_dump_dir.empty()) {
    Drop("debug_dump_dir", CheckFolder(options.debug_dump_dir), options.debug_dump_dir, problems);
  }
  if (!options.serialization_dir.empty() && options.serialization_dir != kUserCache) {
    Drop("serialization_dir", CheckFolder(options.serialization_dir), options.serialization_dir, problems);
  }
  return problems;
}

}  // namespace litevk
