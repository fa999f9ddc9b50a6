// The algorithms of convolutions: those that are meant for a layer, of which there is alnames one.
#include "delegate/ops/conv/conv_algorithms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/delegate/kernel/judged.h"
#include "tests/delegate/lower/graph_builder.h"

namespace litevk {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

const gpu::DeviceLimits kGpu;
const gpu::DeviceLimits kTexelCpu = {.runs_on_cpu = true,
                                     .profile = {.prefers_texel_loads = true, .parallel_workgroups = 8}};

struct Layer {
  int side = 28;
  int inputs = 16;  // inputs of all groups; outputs are those of all groups too
  int outputs = 64;
  int filter = 3;
  int groups = 1;
};

// Returns the algorithms that can compute a convolution, the best estimate first.
std::vector<std::string> CandidatesOf(const Layer& layer, const gpu::DeviceLimits& limits = kGpu) {
  GraphBuilder build;
  const auto input = build.Runtime({1, layer.side, layer.side, layer.inputs});
  const auto output = build.Conv(input, {1, layer.side, layer.side, layer.outputs}, layer.filter,
                                 abi::kTfLiteActNone, abi::kTfLitePaddingSame, layer.groups);
  const LoweredPartition lowered = Lower(test::Judged(build.graph(), limits), build.AllPositions(),
                                         std::vector{input}, std::vector{output}, {});
  EXPECT_EQ(lowered.choice_points.size(), 1U);
  return lowered.choice_points.empty() ? std::vector<std::string>{} : lowered.choice_points[0].alternatives;
}

TEST(ConvAlgorithmsTest, NamesTellAlgorithmsApart) {
  std::set<std::string_view> names;
  for (const ConvAlgorithm* algorithm : Conv2dAlgorithms())
    EXPECT_TRUE(names.insert(algorithm->name).second) << algorithm->name;
  EXPECT_EQ(names.size(), 5U);
}

TEST(ConvAlgorithmsTest, FewRowsAreAGemv) {
  EXPECT_THAT(CandidatesOf({.side = 1, .filter = 1}), ElementsAre("gemv"));
  EXPECT_THAT(CandidatesOf({.side = 3, .filter = 1}), Each(HasSubstr("tile")));
}

TEST(ConvAlgorithmsTest, WinogradsIsFirstWhereItSavesClearly) {
  EXPECT_EQ(CandidatesOf({.side = 56, .inputs = 64}).front(), "winograd");
  const std::vector<std::string> names = CandidatesOf({.side = 56, .inputs = 16, .outputs = 16});
  EXPECT_THAT(names.front(), HasSubstr("tile"));
  EXPECT_THAT(names, Contains("winograd"));
  EXPECT_THAT(CandidatesOf({.side = 56, .inputs = 64, .filter = 5}), Each(HasSubstr("tile")));
}

// Tiles of 32 are compiled for twice as long there and are no faster, whatever their estimate says.
TEST(ConvAlgorithmsTest, AnAlgorithmsOwnOrderStays) {
  const std::vector<std::string> names =
      CandidatesOf({.side = 28, .inputs = 256, .outputs = 256, .filter = 1}, kTexelCpu);
  EXPECT_THAT(names, ElementsAre("tile 16", "tile 32", "tile 8"));
}

// A tuner that times few candidates then compares both algorithms.
TEST(ConvAlgorithmsTest, TheFirstConfigurationOfEachAlgorithmComesBeforeOthers) {
  const std::vector<std::string> names = CandidatesOf({.side = 56, .inputs = 16, .outputs = 16}, kTexelCpu);
  ASSERT_GT(names.size(), 2U);
  EXPECT_THAT(names[0], HasSubstr("tile"));
  EXPECT_EQ(names[1], "winograd");
}

TEST(ConvAlgorithmsTest, EveryLayerHasACandidate) {
  for (const gpu::DeviceLimits& limits : {kGpu, kTexelCpu}) {
    for (const int side : {1, 2, 7, 30}) {
      for (const int filter : {1, 3, 5}) {
        for (const int channels : {1, 2, 6, 8, 40, 128}) {
          for (const int groups : {1, 2, channels}) {
            if (channels % groups != 0) continue;
            SCOPED_TRACE(std::to_string(side) + " " + std::to_string(filter) + " " +
                         std::to_string(channels) + " " + std::to_string(groups));
            const std::vector<std::string> names =
                CandidatesOf({side, channels, channels, filter, groups}, limits);
            EXPECT_FALSE(names.empty());
            EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size()) << "a name stands twice";
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace litevk
