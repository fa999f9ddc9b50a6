#include "runtime/graph/lifetimes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace litevk::gpu {
namespace {

using testing::UnorderedElementsAreArray;

TEST(LifetimesTest, FindsAllThatLiveTogether) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    const int dispatches = 1 + static_cast<int>(random() % 20);
    const auto any_lifetime = [&] {
      const int a = static_cast<int>(random()) & 0xFF;
      const int b = static_cast<int>(random()) & 0xFF;
      return Lifetime{std::min(a % dispatches, b % dispatches), std::max(a % dispatches, b % dispatches)};
    };
    Lifetimes lifetimes(dispatches);
    std::vector<Lifetime> added;
    for (int item = 0; item < 15; ++item) {
      const Lifetime asked = any_lifetime();
      std::vector<int> expected;
      for (size_t i = 0; i < added.size(); ++i) {
        if (added[i].first <= asked.last && asked.first <= added[i].last) {
          expected.push_back(static_cast<int>(i));
        }
      }
      EXPECT_THAT(lifetimes.Overlapping(asked), UnorderedElementsAreArray(expected)) << "round " << round;
      added.push_back(any_lifetime());
      lifetimes.Add(item, added.back());
    }
  }
}

}  // namespace
}  // namespace litevk::gpu
