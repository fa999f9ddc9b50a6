// The options parser must answer any keys and values with options or a diagnostic.
#include <cstdint>
#include <string>
#include <vector>

#include "delegate/plugin/option_table.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::vector<std::string> words(1);
  for (size_t i = 0; i < size; ++i) {
    if (data[i] == 0) {
      words.emplace_back();
    } else {
      words.back().push_back(static_cast<char>(data[i]));
    }
  }
  std::vector<const char*> keys;
  std::vector<const char*> values;
  for (size_t i = 0; i + 1 < words.size(); i += 2) {
    keys.push_back(words[i].c_str());
    values.push_back(words[i + 1].c_str());
  }
  const auto pairs = litevk::CollectOptions(keys.data(), values.data(), keys.size());
  if (pairs.ok()) (void)litevk::ParseOptions(*pairs);
  return 0;
}
