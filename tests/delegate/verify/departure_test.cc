// Comparison of a device's values with their reference.
#include "delegate/verify/departure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace litevk {
namespace {

using testing::ElementsAre;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr NumericBound kBound = {.absolute = 1e-5, .relative = 1e-5};

template <typename T>
std::vector<std::byte> BytesOf(const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

ir::Tensor TensorOf(ir::DataType type, const ir::Shape& dims) {
  ir::Tensor tensor;
  tensor.type = type;
  tensor.dims = dims;
  return tensor;
}

std::optional<Departure> Compare(const std::vector<float>& found, const std::vector<float>& expected,
                                 std::vector<double> slack = {}) {
  const ir::Tensor tensor = TensorOf(ir::DataType::kFloat32, {static_cast<int>(expected.size())});
  return FindDeparture(tensor, BytesOf(found), {BytesOf(expected), std::move(slack)}, kBound);
}

DepartureKind KindOf(float found, float expected) {
  const auto departure = Compare({found}, {expected});
  EXPECT_TRUE(departure.has_value());
  return departure ? departure->kind : DepartureKind::kWrong;
}

TEST(Departure, ValuesWithinTheBoundAreRight) {
  EXPECT_FALSE(Compare({1.00001F, -5}, {1, -5}));
  EXPECT_FALSE(Compare({kNan, kInfinity, -kInfinity}, {kNan, kInfinity, -kInfinity}));
  EXPECT_FALSE(Compare({1e-40F, 0.0F}, {0, -1e-40F}));
}

TEST(Departure, SlackIsAddedForEachElement) {
  EXPECT_TRUE(Compare({1.1F, 1}, {1, 1}));
  EXPECT_FALSE(Compare({1.1F, 1}, {1, 1}, {0.2, 0}));
  EXPECT_TRUE(Compare({1, 1.1F}, {1, 1}, {0.2, 0}));
}

TEST(Departure, KindsAreToldApart) {
  EXPECT_EQ(KindOf(kNan, 1), DepartureKind::kNan);
  EXPECT_EQ(KindOf(1, kNan), DepartureKind::kNan);
  EXPECT_EQ(KindOf(kInfinity, 1), DepartureKind::kOverflow);
  EXPECT_EQ(KindOf(1.001F, 1), DepartureKind::kPrecision);
  EXPECT_EQ(KindOf(2, 1), DepartureKind::kWrong);
  EXPECT_EQ(KindOf(-kInfinity, kInfinity), DepartureKind::kWrong);
}

TEST(Departure, NamesTheFirstElementAndCountsAll) {
  const ir::Tensor tensor = TensorOf(ir::DataType::kInt8, {2, 3});
  const auto departure = FindDeparture(tensor, BytesOf<int8_t>({1, 2, 3, 4, 6, 7}),
                                       {BytesOf<int8_t>({1, 2, 3, 4, 5, 6}), {}}, kBound);
  ASSERT_TRUE(departure.has_value());
  EXPECT_THAT(departure->index, ElementsAre(1, 1));
  EXPECT_EQ(departure->ToString(),
            "[1, 1] is 6, expected 5 exactly: a wrong value (2 of 6 values are out of bounds)");
}

TEST(Departure, ComplexValuesAreTwoFloats) {
  const ir::Tensor tensor = TensorOf(ir::DataType::kComplex64, {2});
  const auto departure =
      FindDeparture(tensor, BytesOf<float>({1, 2, 3, 9}), {BytesOf<float>({1, 2, 3, 4}), {}}, kBound);
  ASSERT_TRUE(departure.has_value());
  EXPECT_THAT(departure->index, ElementsAre(1));
}

TEST(Departure, OutputsOfWholeModelsHaveTheirBound) {
  const ir::Tensor floats = TensorOf(ir::DataType::kFloat32, {2});
  EXPECT_FALSE(WholeDeparture(floats, BytesOf<float>({100, 0.009F}), BytesOf<float>({100, 0})));
  EXPECT_TRUE(WholeDeparture(floats, BytesOf<float>({100, 0.011F}), BytesOf<float>({100, 0})));
  const ir::Tensor integers = TensorOf(ir::DataType::kInt8, {2});
  EXPECT_FALSE(WholeDeparture(integers, BytesOf<int8_t>({1, 2}), BytesOf<int8_t>({1, 3})));
  EXPECT_TRUE(WholeDeparture(integers, BytesOf<int8_t>({1, 2}), BytesOf<int8_t>({1, 4})));
}

}  // namespace
}  // namespace litevk
