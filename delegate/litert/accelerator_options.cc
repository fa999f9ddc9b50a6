#include "delegate/litert/accelerator_options.h"

#include <algorithm>
#include <utility>

#include "delegate/litert/gpu_options.h"
#include "runtime/litert/accelerator.h"

namespace litevk {
namespace {

void Merge(const OptionPairs& more, OptionPairs& pairs) {
  for (const auto& [key, value] : more) {
    const auto found = std::ranges::find(pairs, key, [](const auto& pair) { return pair.first; });
    if (found == pairs.end()) {
      pairs.emplace_back(key, value);
    } else {
      found->second = value;
    }
  }
}

// LiteRT refuses a model of which a node is left when no other processor may run it. A runtime that does not
// tell the processors gives no reason either, so that a line has to be there in any case.
OptionPairs PairsOfHardware(std::optional<int> hardware) {
  if (!hardware) return {{"partition_policy", "all"}, {"on_left_nodes", "warn"}};
  if ((*hardware & litert::kCpu) != 0) return {};
  return {{"partition_policy", "all"}, {"on_left_nodes", "error"}};
}

}  // namespace

Result<OptionPairs> ParsePairs(std::string_view text, std::string_view source) {
  OptionPairs pairs;
  while (!text.empty()) {
    const size_t end = std::min(text.find(';'), text.size());
    const std::string_view pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (pair.empty()) continue;
    const size_t equals = pair.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
      return InvalidArgument(std::string(source) + ": expected key=value;key=value, found \"" +
                             std::string(pair) + "\"");
    }
    pairs.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
  }
  return pairs;
}

Result<AcceleratorOptions> MergeOptions(const OptionSources& sources) {
  const std::string variable = std::string("the environment variable ") + kOptionsVariable;
  const std::string own = std::string("the opaque option \"") + kOwnOptionsIdentifier + "\"";
  LITEVK_ASSIGN_OR_RETURN(const OptionPairs of_variable, ParsePairs(sources.variable, variable));
  LITEVK_ASSIGN_OR_RETURN(const OptionPairs of_model, ParsePairs(sources.own_options, own));
  TranslatedOptions of_litert = TranslateGpuOptions(sources.gpu_options);
  AcceleratorOptions merged = {.pairs = PairsOfHardware(sources.hardware),
                               .ignored = std::move(of_litert.ignored)};
  Merge(of_variable, merged.pairs);
  Merge(sources.environment, merged.pairs);
  Merge(of_litert.pairs, merged.pairs);
  Merge(of_model, merged.pairs);
  return merged;
}

}  // namespace litevk
