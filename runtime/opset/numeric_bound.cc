#include "runtime/opset/numeric_bound.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "runtime/opset/custom_codes.h"
#include "runtime/opset/element_value.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

constexpr double kSumBound = 4;
// The errors of an output of F(4x4, 3x3), in units of the error of one product (docs/design/winograd.md).
constexpr double kWinogradAmplification = 21.375;

double SumError(double terms, double largest) {
  return kSumBound * std::numeric_limits<float>::epsilon() * std::sqrt(terms) * largest;
}

// A TANH or LOGISTIC behind exact floats, those of integer weights or of a maximum, is as any transcendental
// function.
bool HasFusedCurve(const OpInfo& info, const ir::Params& params, std::span<const ref::ConstView> inputs) {
  if (inputs.empty() || inputs[0].type() != ir::DataType::kFloat32) return false;
  int activation = abi::kTfLiteActNone;
  if (info.op_code == abi::kTfLiteBuiltinFullyConnected) {
    activation = params.As<abi::TfLiteFullyConnectedParams>().activation;
  } else if (info.op_code == abi::kTfLiteBuiltinMaxPool2d) {
    activation = params.As<abi::TfLitePoolParams>().activation;
  }
  return activation == abi::kTfLiteActTanh || activation == abi::kTfLiteActSigmoid;
}

int64_t OptionOf(const ir::Params& params, std::string_view name) {
  const auto& pool = params.As<abi::TfLitePoolParams>();
  return name == "filterHeight" ? pool.filter_height : pool.filter_width;
}

// Returns the product of the dims that an operand of axes lists.
double TermsOfAxes(const ir::Shape& dims, const ref::ConstView& axes) {
  std::set<int> reduced;
  for (size_t i = 0; dims.rank() > 0 && i < axes.bytes.size() / axes.element_bytes(); ++i) {
    const int axis = static_cast<int>(ElementValue(axes.type(), axes.bytes, i));
    reduced.insert((axis + dims.rank()) % dims.rank());
  }
  double terms = 1;
  for (const int axis : reduced) terms *= dims[axis];
  return terms;
}

double TermsOf(const SumOfProducts& sum, const ir::Params& params, std::span<const ref::ConstView> inputs) {
  double terms = 1;
  for (const std::string_view option : sum.options) terms *= static_cast<double>(OptionOf(params, option));
  if (!sum.options.empty()) return terms;
  const ir::Shape& counted = inputs[static_cast<size_t>(sum.counted_input)].dims();
  if (sum.axes_input >= 0) return TermsOfAxes(counted, inputs[static_cast<size_t>(sum.axes_input)]);
  for (const int dim : sum.dims) terms *= counted[dim < 0 ? dim + counted.rank() : dim];
  return terms;
}

}  // namespace

const NumericClass& NumericClassOf(const OpInfo& info, OperandTensors inputs, OperandTensors outputs) {
  const auto signature = MatchSignature(info.types, inputs, outputs);
  const bool is_own = signature != info.types.end() && signature->numeric_class.has_value();
  return is_own ? *signature->numeric_class : info.numeric_class;
}

bool HoldsForNonFinite(const OpInfo& info, OperandTensors inputs) {
  static constexpr int kOpen[] = {abi::kTfLiteBuiltinTopkV2, abi::kTfLiteBuiltinRfft2d};
  if (std::ranges::find(kOpen, info.op_code) != std::end(kOpen) || IsCustomCode(info.op_code)) return false;
  // A run quantizes the rows of floats that meet integer weights.
  const bool is_dynamic = inputs.size() > 1 && inputs[0] != nullptr && inputs[1] != nullptr &&
                          inputs[0]->type == ir::DataType::kFloat32 && inputs[1]->is_known() &&
                          !inputs[1]->quantization.scales.empty();
  return !is_dynamic;
}

double LargestMagnitude(const ref::ConstView& view) {
  if (!view.present() || !HasElementValues(view.type())) return 0;
  double largest = 0;
  const size_t count = view.bytes.size() / view.element_bytes();
  for (size_t i = 0; i < count; ++i) {
    const double magnitude = std::abs(ElementValue(view.type(), view.bytes, i));
    if (std::isfinite(magnitude)) largest = std::max(largest, magnitude);
  }
  return largest;
}

NumericBound DeviceBoundOf(const OpInfo& info, const ir::Params& params,
                           std::span<const ref::ConstView> inputs, OperandTensors outputs,
                           SumAlgorithm algorithm) {
  std::vector<const ir::Tensor*> types;
  for (const ref::ConstView& input : inputs) types.push_back(input.tensor);
  const NumericClass& numeric_class = NumericClassOf(info, types, outputs);
  if (numeric_class.kind == NumericKind::kExact) {
    return HasFusedCurve(info, params, inputs) ? NumericBound{kDeviceBound, kDeviceBound} : NumericBound();
  }
  NumericBound bound = {kDeviceBound, kDeviceBound};
  const SumOfProducts& sum = numeric_class.sum;
  if (numeric_class.kind != NumericKind::kSum || sum.factors.empty()) return bound;
  double largest = 1;
  for (const int input : sum.factors) largest *= LargestMagnitude(inputs[static_cast<size_t>(input)]);
  double error = 0;
  if (algorithm == SumAlgorithm::kWinograd) {
    // Winograd's algorithm adds up one product for each input channel, and amplifies their errors.
    error = SumError(inputs[1].dims()[3], largest) * kWinogradAmplification;
  } else {
    error = SumError(TermsOf(sum, params, inputs), largest);
  }
  bound.absolute = std::max(bound.absolute, error);
  return bound;
}

}  // namespace litevk
