#include "onnx/recurrent/int16_norm.h"

#include <algorithm>
#include <cmath>

#include "onnx/common/fixed_point_sums.h"
#include "onnx/common/reduce.h"
#include "onnx/recurrent/cell_integers.h"

namespace litevk::to_onnx {
namespace {

constexpr int kStepBits = 10;
constexpr int64_t kSteps = 1 << kStepBits;  // steps per unit of a sum, as TFLite measures it
constexpr int64_t kCellAxis = 2;

// Arithmetic on int64 values. Division truncates. All values are positive, except sums of sums.
class Integers {
 public:
  explicit Integers(NodeWriter& node) : node_(node) {}

  Name Add(const Name& left, const Name& right) { return node_.onnx().Add("Add", {left, right}); }
  Name Subtract(const Name& left, const Name& right) { return node_.onnx().Add("Sub", {left, right}); }
  Name Multiply(const Name& left, const Name& right) { return node_.onnx().Add("Mul", {left, right}); }
  Name Divide(const Name& left, int64_t right) {
    return node_.onnx().Add("Div", {left, node_.onnx().Int(right)});
  }
  Name Int(int64_t value) { return node_.onnx().Int(value); }
  Name Sum(const Name& value) { return Reduced(node_, "ReduceSum", value, {kCellAxis}, true); }
  // Returns left * right * 2^-31, ties rounded upwards.
  Name HighProduct(const Name& left, const Name& right) {
    return Divide(Add(Multiply(left, right), Int(int64_t{1} << 30)), int64_t{1} << kMultiplierBits);
  }

 private:
  NodeWriter& node_;
};

struct Moments {
  Name mean;      // in steps
  Name variance;  // an integer, 1 or more
};

Moments MomentsOf(NodeWriter& node, const Name& sums, int64_t cells, const Int16Norms& norms) {
  Emitter& onnx = node.onnx();
  Integers ints(node);
  const Name integers = onnx.Cast(sums, ir::DataType::kInt64);
  const Name mean = ints.Divide(ints.Multiply(ints.Sum(integers), ints.Int(kSteps)), cells);
  const Name squares = ints.Sum(ints.Multiply(integers, integers));
  const Name raised = ints.Multiply(squares, ints.Int(kSteps * kSteps / cells));
  const Name variance = ints.Divide(ints.Subtract(raised, ints.Multiply(mean, mean)), kSteps * kSteps);
  const Name is_small = onnx.Add("Less", {variance, ints.Int(1)});
  const auto gates = static_cast<int64_t>(norms.least_variances.size());
  const Name least = onnx.Ints(norms.least_variances, {gates, 1});
  return {mean, onnx.Add("Where", {is_small, least, variance})};
}

// Returns 2^31 / sqrt(fraction * 2^-29) for a fraction from 2^27 to 2^29, in five steps of Newton's method.
// The first step starts from 1, and so is shorter. 32 bits never overflow.
Name InverseRootOfFraction(NodeWriter& node, const Name& fraction) {
  constexpr int64_t kHalfRootOfTwo = 1518500250;
  Integers ints(node);
  const Name half = ints.Divide(ints.Add(ints.Divide(fraction, 2), ints.Int(1)), 2);
  const Name first = ints.Divide(ints.Add(half, ints.Int(4)), 8);
  Name estimate = ints.Multiply(ints.Subtract(ints.Int(3 << 24), first), ints.Int(8));
  for (int step = 1; step < 5; ++step) {
    const Name square = ints.HighProduct(estimate, estimate);
    const Name cube = ints.Multiply(ints.HighProduct(square, estimate), ints.Int(64));
    const Name more = ints.Divide(ints.Add(ints.Multiply(estimate, ints.Int(3)), ints.Int(8)), 16);
    estimate = ints.Multiply(ints.Subtract(more, ints.HighProduct(half, cube)), ints.Int(8));
  }
  return ints.HighProduct(estimate, ints.Int(kHalfRootOfTwo));
}

// 1 / sqrt(value) as two factors of the sums: the second applies after rounding.
struct InverseRoot {
  Name multiplier;
  Name power;
};

// A value from 2^(2k + 1) on, with k from 0 to 14, is 4^(k - 13) times a fraction of InverseRootOfFraction().
InverseRoot InverseRootOf(NodeWriter& node, const Name& value) {
  Emitter& onnx = node.onnx();
  constexpr int kClasses = 15;
  std::vector<int64_t> least;
  std::vector<int64_t> powers_of_four;
  std::vector<double> multipliers;
  std::vector<double> powers;
  for (int k = 0; k < kClasses; ++k) {
    if (k > 0) least.push_back(int64_t{1} << (2 * k + 1));
    powers_of_four.push_back(int64_t{1} << (2 * k));
    multipliers.push_back(std::ldexp(1, std::max(2 - k, 0) - kMultiplierBits));
    powers.push_back(std::ldexp(kJustAboveOne, -std::max(k - 2, 0)));
  }
  const Name reached = onnx.Add("GreaterOrEqual", {value, onnx.Ints(least, {kClasses - 1})});
  Integers ints(node);
  const Name position = ints.Sum(onnx.Cast(reached, ir::DataType::kInt64));
  const auto of_class = [&](const Name& table) { return onnx.Add("Gather", {table, position}); };
  const Name raised = ints.Multiply(value, ints.Int(powers_of_four[kClasses - 2]));
  const Name fraction = onnx.Add("Div", {raised, of_class(onnx.Ints(powers_of_four, {kClasses}))});
  const Name mantissa = onnx.Cast(InverseRootOfFraction(node, fraction), ir::DataType::kFloat64);
  const Name multiplier = onnx.Add("Mul", {mantissa, of_class(onnx.Doubles(multipliers, {kClasses}))});
  const Name is_more = onnx.Add("Greater", {value, ints.Int(1)});
  const Name of_one = onnx.Doubles({std::ldexp(0x7FFFFFFF, -kMultiplierBits)}, {});
  return {onnx.Add("Where", {is_more, multiplier, of_one}), of_class(onnx.Doubles(powers, {kClasses}))};
}

}  // namespace

Name Normalized(NodeWriter& node, const Name& sums, const Int16Norms& norms) {
  Emitter& onnx = node.onnx();
  const auto gates = static_cast<int64_t>(norms.multipliers.size());
  const int64_t cells = static_cast<int64_t>(norms.weights.size()) / gates;
  const Moments moments = MomentsOf(node, sums, cells, norms);
  const InverseRoot root = InverseRootOf(node, moments.variance);
  const auto constant = [&](const auto& values) {
    return onnx.Doubles({values.begin(), values.end()}, {gates, cells});
  };
  const Name steps = onnx.Add("Mul", {sums, onnx.Doubles({double{kSteps}}, {})});
  const Name apart = onnx.Add("Sub", {steps, onnx.Cast(moments.mean, ir::DataType::kFloat64)});
  const Name once = RoundedUp(onnx, onnx.Add("Mul", {apart, root.multiplier}));
  const Name normal = onnx.Add("Round", {onnx.Add("Mul", {once, root.power})});
  const Name weighed = onnx.Add("Mul", {normal, constant(norms.weights)});
  const Name rounded = Shifted(onnx, onnx.Add("Add", {weighed, constant(norms.bias)}), kStepBits);
  return CutOff(onnx, RescaledTwice(onnx, rounded, norms.multipliers, {gates, 1}));
}

}  // namespace litevk::to_onnx
