// The instruction sets of this processor, beside what the system says.
#include "kernels_cpu/simd/isa.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace litevk::cpu {
namespace {

// Returns the features of the first processor in /proc/cpuinfo.
std::set<std::string> SystemFeatures() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("flags") && !line.starts_with("Features")) continue;
    std::istringstream words(line.substr(line.find(':') + 1));
    return {std::istream_iterator<std::string>(words), {}};
  }
  return {};
}

TEST(IsaTest, HasWhatTheSystemSays) {
  const std::map<std::string_view, std::vector<std::string>> needed = {
      {"sse4", {"sse4_2", "pclmulqdq", "aes"}},
      {"avx2", {"avx2", "fma", "f16c", "bmi1", "bmi2"}},
      {"avx512", {"avx512f", "avx512dq", "avx512cd", "avx512bw", "avx512vl"}},
      {"avx512vnni", {"avx512f", "avx512dq", "avx512cd", "avx512bw", "avx512vl", "avx512_vnni"}},
      {"avxvnni", {"avx2", "fma", "f16c", "bmi1", "bmi2", "avx_vnni"}},
      {"neon", {"asimd"}},
      {"neondot", {"asimd", "asimddp"}}};
  const std::set<std::string> features = SystemFeatures();
  ASSERT_FALSE(features.empty());
  for (const IsaRow& row : IsaTable()) {
    const bool has_all = std::ranges::all_of(
        needed.at(row.name), [&](const std::string& feature) { return features.contains(feature); });
    EXPECT_EQ(row.has(), has_all) << row.name;
  }
}

TEST(IsaTest, RowsHaveTheIndexOfTheirEnumerator) {
  ASSERT_EQ(IsaTable().size(), kIsaCount);
  for (size_t i = 0; i < kIsaCount; ++i) EXPECT_EQ(static_cast<size_t>(IsaTable()[i].isa), i);
}

}  // namespace
}  // namespace litevk::cpu
