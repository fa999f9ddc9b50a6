// The texts by which packed weights are found again. Layouts that read alike pack alike, so the texts have
// every field.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "delegate/ops/conv/pack.h"
#include "delegate/ops/conv/quantized_pack.h"
#include "delegate/ops/matmul/dynamic_int8_pack.h"
#include "delegate/ops/matmul/quantized_fully_connected_pack.h"

namespace litevk {
namespace {

// Expects every layout, each of which differs from the first in one field, to have a text of its own.
template <typename Layout, typename KeyOf>
void ExpectDistinct(const std::vector<Layout>& layouts, const KeyOf& key_of) {
  std::set<std::string> keys;
  for (const Layout& layout : layouts) {
    EXPECT_TRUE(keys.insert(key_of(layout)).second) << key_of(layout);
  }
}

std::vector<FilterLayout> FilterLayouts() {
  const FilterLayout first = {.groups = 1, .outputs = 8, .taps = 9, .inputs = 4, .lanes = 2};
  std::vector<FilterLayout> layouts(7, first);
  layouts[1].groups = 2;
  layouts[2].outputs = 4;
  layouts[3].taps = 1;
  layouts[4].inputs = 3;
  layouts[5].lanes = 1;
  layouts[6].outputs_last = true;
  return layouts;
}

TEST(LayoutKeys, HaveEveryFieldOfAFilter) {
  ExpectDistinct(FilterLayouts(), [](const FilterLayout& layout) { return layout.ToString(); });
}

TEST(LayoutKeys, HaveEveryFieldOfAQuantizedFilter) {
  std::vector<QuantizedLayout> layouts;
  for (const FilterLayout& layout : FilterLayouts()) layouts.emplace_back(layout);
  layouts.emplace_back(layouts.front(), 1);
  layouts.emplace_back(layouts.front(), 2);
  ExpectDistinct(layouts, [](const QuantizedLayout& layout) { return layout.Key(); });
}

TEST(LayoutKeys, HaveEveryFieldOfWordsOfWeights) {
  std::vector<WordsOfWeights> layouts(5, {.outputs = 8, .inputs = 4, .bits = 8, .zero_point = 0});
  layouts[1].outputs = 4;
  layouts[2].inputs = 8;
  layouts[3].bits = 4;
  layouts[4].zero_point = 8;
  ExpectDistinct(layouts, [](const WordsOfWeights& layout) { return layout.Key(); });
}

TEST(LayoutKeys, HaveEveryFieldOfADynamicInt8Matrix) {
  std::vector<DynamicInt8Layout> layouts(8, {.matrices = 2, .outputs = 8, .inputs = 32});
  layouts[1].matrices = 1;
  layouts[2].outputs = 32;
  layouts[3].inputs = 8;
  layouts[4].outputs_last = true;
  layouts[5].bits = 4;
  layouts[6].block = 16;
  layouts[7].block = 8;
  ExpectDistinct(layouts, [](const DynamicInt8Layout& layout) { return layout.Key(); });
}

}  // namespace
}  // namespace litevk
