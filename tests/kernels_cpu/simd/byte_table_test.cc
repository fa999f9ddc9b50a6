// Lookups of bytes, in every instruction set of this processor.
#include "kernels_cpu/simd/byte_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/kernels_cpu/own_isas.h"

namespace litevk::cpu {
namespace {

class ByteTableTest : public ::testing::TestWithParam<IsaRow> {};

TEST_P(ByteTableTest, FindsTheResultOfEachByte) {
  std::mt19937 generator(1);
  for (int repeat = 0; repeat < 10; ++repeat) {
    std::array<uint8_t, 256> values;
    std::ranges::generate(values, [&] { return static_cast<uint8_t>(generator()); });
    const ByteTable table(values, GetParam().isa);
    for (const int64_t count : {0, 1, 3, 15, 16, 17, 63, 64, 65, 256, 1000}) {
      std::vector<uint8_t> input(static_cast<size_t>(count));
      for (size_t i = 0; i < input.size(); ++i) input[i] = static_cast<uint8_t>(i);
      std::ranges::shuffle(input, generator);
      constexpr uint8_t kUnwritten = 77;
      std::vector<uint8_t> output(input.size() + 1, kUnwritten);
      table.Apply(input.data(), count, output.data());
      for (size_t i = 0; i < input.size(); ++i) ASSERT_EQ(output[i], values[input[i]]) << int{input[i]};
      EXPECT_EQ(output.back(), kUnwritten);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ByteTableTest, ::testing::ValuesIn(OwnIsas()), kNameOfIsa);

}  // namespace
}  // namespace litevk::cpu
