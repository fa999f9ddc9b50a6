// Code that wrong_keys.py adds to sources: marks around the parts of keys, and a record of a plan's
// constants. The record finds constants whose keys are the same without one part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace litevk {

// Marks that no part of a key contains.
inline constexpr std::string_view kBegin = "\1<part ";
inline constexpr std::string_view kText = "\1>";
inline constexpr std::string_view kEnd = "\1</part>";

// Returns the part with marks around it.
inline std::string MarkedPart(int number, std::string_view part) {
  std::string marked(kBegin);
  return marked.append(std::to_string(number)).append(kText).append(part).append(kEnd);
}

// Returns the key without marks and without the part of that number, and adds the numbers of all parts.
inline std::string KeyWithout(int left_out, std::string_view marked, std::set<int>* numbers = nullptr) {
  std::string key;
  int depth = 0;  // nesting depth of marked parts; leaving out an outer part leaves out all within
  int left_out_at = 0;
  while (!marked.empty()) {
    if (marked.starts_with(kBegin)) {
      marked.remove_prefix(kBegin.size());
      const size_t digits = marked.find(kText);
      const int number = std::stoi(std::string(marked.substr(0, digits)));
      if (numbers != nullptr) numbers->insert(number);
      ++depth;
      if (number == left_out && left_out_at == 0) left_out_at = depth;
      marked.remove_prefix(digits + kText.size());
    } else if (marked.starts_with(kEnd)) {
      if (depth == left_out_at) left_out_at = 0;
      --depth;
      marked.remove_prefix(kEnd.size());
    } else {
      if (left_out_at == 0) key += marked.front();
      marked.remove_prefix(1);
    }
  }
  return key;
}

struct RecordedConstant {
  std::string key;  // the whole key
  std::vector<std::byte> bytes;
};

// Reports a constant whose key without a part equals that of a constant with other bytes. Returns the key
// without marks. `out` is the plan.
template <typename Plan, typename Write>
std::string RecordedKey(const Plan& out, const std::string& marked, uint64_t bytes, const Write& write) {
  static std::map<std::pair<int, std::string>, RecordedConstant> known;
  static std::set<int> told;
  if (out.graph.constants.empty()) known.clear();
  std::set<int> numbers;
  const std::string key = KeyWithout(-1, marked, &numbers);
  if (key.empty()) return key;
  RecordedConstant own = {key, std::vector<std::byte>((bytes + 3) / 4 * 4)};
  if (!write(std::span(own.bytes)).ok()) return key;
  numbers.insert(-1);
  for (const int number : numbers) {
    const auto [entry, is_new] = known.try_emplace({number, KeyWithout(number, marked)}, own);
    if (is_new || entry->second.bytes == own.bytes || !told.insert(number).second) continue;
    std::fprintf(stderr, "key part %d: %s | %s\n", number, entry->second.key.c_str(), key.c_str());
  }
  return key;
}

}  // namespace litevk
