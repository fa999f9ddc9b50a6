// Rescaling of vectors beside the scalar Rescale, in every instruction set of this processor.
#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <vector>

#include "kernels_cpu/simd/targets.h"
#include "runtime/opset/quantized/fixed_point.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/kernels_cpu/simd/fixed_point_test.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"
// highway.h has to be read before.
#include "kernels_cpu/simd/fixed_point-inl.h"

HWY_BEFORE_NAMESPACE();
namespace litevk::cpu {
namespace HWY_NAMESPACE {
#if LITEVK_HAS_ISA

namespace hn = hwy::HWY_NAMESPACE;
using Integers = hn::ScalableTag<int32_t>;
constexpr size_t kLanes = HWY_MAX_BYTES / sizeof(int32_t);

// Replaces all values, whose count is a multiple of the lanes, by their Rescale.
void RescaleAll(std::vector<int32_t>& values, const FixedPoint& rescaling) {
  const Integers d;
  const Rescaler<Integers> rescale(d, rescaling);
  for (size_t i = 0; i < values.size(); i += kLanes) {
    hn::StoreU(rescale(hn::LoadU(d, &values[i])), d, &values[i]);
  }
}

// Rescales value i by the multiplier i.
void RescaleEach(std::vector<int32_t>& values, const std::vector<FixedPoint>& rescalings, bool without_left) {
  const Integers d;
  std::array<std::vector<int32_t>, 3> parts;
  for (const FixedPoint& rescaling : rescalings) {
    parts[0].push_back(rescaling.multiplier);
    parts[1].push_back(rescaling.left);
    parts[2].push_back(rescaling.right);
  }
  for (size_t i = 0; i < values.size(); i += kLanes) {
    const LaneRescaler<Integers> rescale(d, &parts[0][i], &parts[1][i], &parts[2][i]);
    const auto value = hn::LoadU(d, &values[i]);
    hn::StoreU(without_left ? rescale.WithoutLeft(value) : rescale(value), d, &values[i]);
  }
}

#endif
}  // namespace HWY_NAMESPACE
}  // namespace litevk::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <gtest/gtest.h>

#include "tests/kernels_cpu/own_isas.h"

namespace litevk::cpu {
namespace {

using AllFunction = void (*)(std::vector<int32_t>& values, const FixedPoint& rescaling);
using EachFunction = void (*)(std::vector<int32_t>& values, const std::vector<FixedPoint>& rescalings,
                              bool without_left);
LITEVK_TABLE_OF_TARGETS(AllFunction, kAllFunctions, RescaleAll);
LITEVK_TABLE_OF_TARGETS(EachFunction, kEachFunctions, RescaleEach);

constexpr size_t kCount = 1024;  // a multiple of any vector's lanes

// Returns extreme values, values around ties of each shift, and random ones.
std::vector<int32_t> Values() {
  constexpr int32_t kLowest = std::numeric_limits<int32_t>::min();
  constexpr int32_t kHighest = std::numeric_limits<int32_t>::max();
  std::vector<int32_t> values = {0, 1, -1, kLowest, kLowest + 1, kHighest, kHighest - 1};
  for (int bits = 1; bits < 31; ++bits) {
    for (const int32_t near : {-1, 0, 1}) {
      values.push_back((int32_t{1} << bits) + near);
      values.push_back(-(int32_t{1} << bits) + near);
      values.push_back((int32_t{1} << 30) + (int32_t{1} << (bits - 1)) + near);
    }
  }
  std::mt19937 generator(1);
  while (values.size() < kCount) {
    values.push_back(static_cast<int32_t>(generator()) >> (values.size() % 32));
  }
  return values;
}

std::vector<FixedPoint> Multipliers() {
  constexpr int32_t kHighest = std::numeric_limits<int32_t>::max();
  std::vector<FixedPoint> multipliers = {{}};
  std::mt19937 generator(2);
  for (const int32_t multiplier : {int32_t{1} << 30, kHighest, kHighest - 1, (int32_t{1} << 30) + 1}) {
    for (int shift = 0; shift < 32; ++shift) {
      multipliers.push_back({multiplier, shift, 0});
      multipliers.push_back({multiplier, 0, shift});
    }
  }
  std::uniform_int_distribution<int32_t> any(int32_t{1} << 30, kHighest);
  for (int i = 0; i < 200; ++i) multipliers.push_back({any(generator), i % 5 == 0 ? i % 32 : 0, i % 32});
  return multipliers;
}

class FixedPointTest : public ::testing::TestWithParam<IsaRow> {
 protected:
  static size_t index() { return static_cast<size_t>(GetParam().isa); }
};

TEST_P(FixedPointTest, RescalesAllLanesByOneMultiplier) {
  const std::vector<int32_t> originals = Values();
  for (const FixedPoint& multiplier : Multipliers()) {
    std::vector<int32_t> values = originals;
    kAllFunctions[index()](values, multiplier);
    for (size_t i = 0; i < values.size(); ++i) {
      ASSERT_EQ(values[i], Rescale(originals[i], multiplier))
          << originals[i] << " * " << multiplier.multiplier << " << " << multiplier.left << " >> "
          << multiplier.right;
    }
  }
}

TEST_P(FixedPointTest, RescalesEachLaneByItsMultiplier) {
  const std::vector<FixedPoint> multipliers = Multipliers();
  const std::vector<int32_t> originals = Values();
  for (const bool without_left : {false, true}) {
    for (size_t first = 0; first < multipliers.size(); first += 23) {
      std::vector<FixedPoint> rescalings(kCount);
      for (size_t i = 0; i < kCount; ++i) {
        rescalings[i] = multipliers[(first + i) % multipliers.size()];
        if (without_left) rescalings[i].left = 0;
      }
      std::vector<int32_t> values = originals;
      kEachFunctions[index()](values, rescalings, without_left);
      for (size_t i = 0; i < kCount; ++i) {
        ASSERT_EQ(values[i], Rescale(originals[i], rescalings[i])) << originals[i] << ", lane " << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, FixedPointTest, ::testing::ValuesIn(OwnIsas()), kNameOfIsa);

}  // namespace
}  // namespace litevk::cpu
#endif
