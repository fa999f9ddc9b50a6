#include "delegate/litert/environment_options.h"

#include <map>
#include <mutex>
#include <utility>

namespace litevk {
namespace {

struct OptionsByFolder {
  std::mutex mutex;
  std::map<std::string, OptionPairs> pairs;
};

// Options of the process, never destroyed: models may be made while the process ends.
OptionsByFolder& Environments() {
  static auto* environments = new OptionsByFolder();
  return *environments;
}

}  // namespace

void SetEnvironmentOptions(const std::string& folder, OptionPairs pairs) {
  OptionsByFolder& environments = Environments();
  const std::scoped_lock lock(environments.mutex);
  environments.pairs[folder] = std::move(pairs);
}

OptionPairs EnvironmentOptions(const std::string& folder) {
  OptionsByFolder& environments = Environments();
  const std::scoped_lock lock(environments.mutex);
  const auto found = environments.pairs.find(folder);
  return found == environments.pairs.end() ? OptionPairs() : found->second;
}

}  // namespace litevk
