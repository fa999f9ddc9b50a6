// Placements of tensors in shared memory, and the lifetimes that decide them.
#include "runtime/interpreter/arena.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "runtime/interpreter/lifetimes.h"
#include "runtime/interpreter/node_record.h"
#include "runtime/interpreter/tensor_memory.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;

size_t Offset(const Arena& arena, int tensor, int base) {
  return static_cast<size_t>(arena.Find(tensor) - arena.Find(base));
}

TEST(Arena, SharesMemoryOfTensorsThatDoNotMeet) {
  Arena arena;
  arena.Place(0, 100, {0, 1});
  arena.Place(1, 100, {1, 2});
  arena.Place(2, 100, {2, 3});
  ASSERT_TRUE(arena.Commit());
  EXPECT_EQ(arena.Find(2), arena.Find(0));
  EXPECT_EQ(Offset(arena, 1, 0), 128U);
  EXPECT_EQ(arena.capacity(), 228U);
}

TEST(Arena, TakesTheSmallestGap) {
  Arena arena;
  arena.Place(0, 256, {0, 1});
  arena.Place(1, 64, {0, 9});
  arena.Place(2, 64, {0, 1});
  arena.Place(3, 64, {0, 9});
  arena.Place(4, 64, {2, 3});
  ASSERT_TRUE(arena.Commit());
  EXPECT_EQ(arena.Find(4), arena.Find(2));
}

TEST(Arena, AlignsToSixtyFourBytes) {
  Arena arena;
  for (int id = 0; id < 8; ++id) arena.Place(id, static_cast<size_t>(id) * 3 + 1, {0, kForever});
  ASSERT_TRUE(arena.Commit());
  for (int id = 0; id < 8; ++id) EXPECT_EQ(reinterpret_cast<uintptr_t>(arena.Find(id)) % 64, 0U);
}

TEST(Arena, KeepsContentsWhenItGrows) {
  Arena arena;
  arena.Place(0, 4, {0, 9});
  ASSERT_TRUE(arena.Commit());
  std::memcpy(arena.Find(0), "abc", 4);
  arena.Place(1, 100000, {3, 4});
  ASSERT_TRUE(arena.Commit());
  EXPECT_STREQ(reinterpret_cast<const char*>(arena.Find(0)), "abc");
}

TEST(Arena, ForgetsTensorsThatLiveLater) {
  Arena arena;
  arena.Place(0, 4, {0, 9});
  arena.Place(1, 4, {2, 3});
  arena.ForgetAfter(1);
  EXPECT_TRUE(arena.Fits(0, 4));
  EXPECT_FALSE(arena.Fits(1, 4));
}

TEST(Arena, GivesEmptyTensorsNoPlace) {
  Arena arena;
  arena.Place(0, 0, {0, 9});
  ASSERT_TRUE(arena.Commit());
  EXPECT_EQ(arena.Find(0), nullptr);
  EXPECT_TRUE(arena.Fits(0, 0));
}

TEST(Arena, NeverOverlapsWhatLivesAtOneTime) {
  std::mt19937 random(7);
  Arena arena;
  std::vector<std::pair<size_t, Lifetime>> tensors;
  for (int id = 0; id < 300; ++id) {
    const int first = static_cast<int>(random() % 50);
    tensors.push_back({random() % 1000 + 1, {first, first + static_cast<int>(random() % 10)}});
    arena.Place(id, tensors.back().first, tensors.back().second);
  }
  ASSERT_TRUE(arena.Commit());
  for (int a = 0; a < 300; ++a) {
    for (int b = 0; b < a; ++b) {
      const auto& [a_bytes, a_life] = tensors[static_cast<size_t>(a)];
      const auto& [b_bytes, b_life] = tensors[static_cast<size_t>(b)];
      if (!a_life.Meets(b_life)) continue;
      EXPECT_TRUE(arena.Find(a) + a_bytes <= arena.Find(b) || arena.Find(b) + b_bytes <= arena.Find(a));
    }
  }
}

std::vector<std::pair<int, int>> Pairs(const std::vector<Lifetime>& lifetimes) {
  std::vector<std::pair<int, int>> pairs;
  pairs.reserve(lifetimes.size());
  for (const Lifetime& lifetime : lifetimes) pairs.emplace_back(lifetime.first, lifetime.last);
  return pairs;
}

class LifetimesTest : public testing::Test {
 protected:
  // 0 -> n0 -> 1 -> n1 -> 2 -> n2 -> 3; 1 also goes to n2; n1 also makes 4, which nobody reads.
  LifetimesTest() : n0_({}, {0}, {1}, {}), n1_({}, {1}, {2, 4}, {}), n2_({}, {2, 1, -1}, {3}, {}) {
    graph_.tensor_count = 6;
    graph_.plan = {&n0_.node, &n1_.node, &n2_.node};
    graph_.inputs = inputs_;
    graph_.outputs = outputs_;
  }

  NodeRecord n0_;
  NodeRecord n1_;
  NodeRecord n2_;
  std::vector<int> inputs_ = {0};
  std::vector<int> outputs_ = {3};
  LifetimeInputs graph_;
};

TEST_F(LifetimesTest, LastUntilTheLastReader) {
  EXPECT_THAT(Pairs(FindLifetimes(graph_)),
              ElementsAre(std::pair(0, kForever), std::pair(0, 2), std::pair(1, 2), std::pair(2, kForever),
                          std::pair(1, 1), std::pair(-1, -1)));
}

TEST_F(LifetimesTest, NeverEndWhenAllIsPreserved) {
  graph_.preserve_all = true;
  EXPECT_THAT(Pairs(FindLifetimes(graph_)),
              ElementsAre(std::pair(0, kForever), std::pair(0, kForever), std::pair(1, kForever),
                          std::pair(2, kForever), std::pair(1, kForever), std::pair(-1, -1)));
}

abi::TfLiteTensor MakeTensor(abi::TfLiteAllocationType type, size_t bytes) {
  abi::TfLiteTensor tensor = {};
  tensor.allocation_type = type;
  tensor.bytes = bytes;
  return tensor;
}

TEST(TensorMemory, GivesEachKindItsMemory) {
  std::vector<abi::TfLiteTensor> tensors = {
      MakeTensor(abi::kTfLiteArenaRw, 64),           MakeTensor(abi::kTfLiteArenaRw, 64),
      MakeTensor(abi::kTfLiteArenaRwPersistent, 64), MakeTensor(abi::kTfLiteDynamic, 64),
      MakeTensor(abi::kTfLiteArenaRw, 64),
  };
  TensorMemory memory;
  memory.Plan({{0, 0}, {1, 1}, {0, 1}, {0, 1}, {}});
  ASSERT_TRUE(memory.Allocate(0, 1, tensors).ok());
  EXPECT_NE(tensors[0].data.data, nullptr);
  EXPECT_EQ(tensors[1].data.data, tensors[0].data.data);
  EXPECT_NE(tensors[2].data.data, nullptr);
  EXPECT_NE(tensors[2].data.data, tensors[0].data.data);
  EXPECT_EQ(tensors[3].data.data, nullptr) << "dynamic";
  EXPECT_EQ(tensors[4].data.data, nullptr) << "unused";
}

TEST(TensorMemory, KeepsPersistentValues) {
  std::vector<abi::TfLiteTensor> tensors = {MakeTensor(abi::kTfLiteArenaRwPersistent, 4)};
  TensorMemory memory;
  memory.Plan({{0, 0}});
  ASSERT_TRUE(memory.Allocate(0, 0, tensors).ok());
  *tensors[0].data.f = 7;
  memory.Plan({{0, 0}});
  ASSERT_TRUE(memory.Allocate(0, 0, tensors).ok());
  EXPECT_EQ(*tensors[0].data.f, 7);
}

TEST(TensorMemory, AllocatesOnlyWhatBeginsInTheRange) {
  std::vector<abi::TfLiteTensor> tensors(2, MakeTensor(abi::kTfLiteArenaRw, 64));
  TensorMemory memory;
  memory.Plan({{0, 3}, {2, 3}});
  ASSERT_TRUE(memory.Allocate(0, 1, tensors).ok());
  EXPECT_EQ(tensors[1].data.data, nullptr);
  ASSERT_TRUE(memory.Allocate(2, 3, tensors).ok());
  EXPECT_NE(tensors[1].data.data, nullptr);
  memory.ForgetAfter(1, tensors);
  EXPECT_NE(tensors[0].data.data, nullptr);
  EXPECT_EQ(tensors[1].data.data, nullptr);
}

TEST(TensorMemory, TakesArenaBytesFromTensorsThatBecameDynamic) {
  std::vector<abi::TfLiteTensor> tensors = {MakeTensor(abi::kTfLiteArenaRw, 64)};
  TensorMemory memory;
  memory.Plan({{0, 0}});
  ASSERT_TRUE(memory.Allocate(0, 0, tensors).ok());
  EXPECT_TRUE(memory.Contains(tensors[0].data.data));
  tensors[0].allocation_type = abi::kTfLiteDynamic;
  ASSERT_TRUE(memory.Allocate(0, 0, tensors).ok());
  EXPECT_EQ(tensors[0].data.data, nullptr);
}

}  // namespace
}  // namespace litevk::test
