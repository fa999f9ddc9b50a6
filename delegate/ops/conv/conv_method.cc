#include "delegate/ops/conv/conv_method.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace litevk {
namespace {

// A variant of an algorithm, together with that algorithm.
struct Offer {
  const ConvMethod* method;
  size_t way;
  std::string name;
  double time;  // slowest estimate of the method's variants up to this one, which keeps their order
};

void AddOffers(const ConvMethod& method, std::vector<ConvWay> ways, std::vector<Offer>& offers) {
  double time = 0;
  for (size_t way = 0; way < ways.size(); ++way) {
    time = std::max(time, ways[way].time);
    offers.push_back({&method, way, std::move(ways[way].name), time});
  }
}

// Returns the first variant of each algorithm, the best estimate first, then the other variants. Equal
// estimates keep the order of `methods`.
std::vector<Offer> OffersFor(const Lowering& lowering, const ConvProblem& problem,
                             std::span<const ConvMethod* const> methods) {
  std::vector<Offer> offers;
  for (const ConvMethod* method : methods) {
    if (!method->fits(lowering, problem) || (HasFloat16(lowering) && !method->converts_float16)) continue;
    AddOffers(*method, method->estimate(lowering, problem), offers);
  }
  std::ranges::stable_sort(offers, {},
                           [](const Offer& offer) { return std::pair(offer.way > 0, offer.time); });
  return offers;
}

}  // namespace

bool HasFloat16(const Lowering& lowering) {
  using enum gpu::Storage;
  return lowering.InputStorage(kConvInput) == kFloat16 || lowering.OutputStorage() == kFloat16;
}

std::span<const ConvMethod* const> Conv2dMethods() {
  static constexpr std::array kMethods = {&kConvProduct, &kConvTiled, &kConvWinograd, &kConvDepthwise,
                                          &kConvGrouped};
  return kMethods;
}

std::span<const ConvMethod* const> DepthwiseMethods() {
  static constexpr std::array kMethods = {&kConvDepthwise, &kConvGrouped};
  return kMethods;
}

ConvProblem Conv2dProblem(const Lowering& lowering, const ir::Shape& input, const ir::Shape& output,
                          const ConvWindow& window, int groups, int activation) {
  ConvProblem problem = {.input = input,
                         .output = output,
                         .window = window,
                         .layout = {.groups = groups,
                                    .outputs = output[3] / groups,
                                    .taps = window.filter_h * window.filter_w,
                                    .inputs = input[3] / groups},
                         .activation = activation};
  if (IsPointwise(input, output, window)) {
    problem.input = ImageOf(static_cast<int>(output.Rows()), input[3], lowering.InputRows(kConvInput));
    problem.output = {1, problem.input[1], problem.input[2], output[3]};
  }
  problem.strides = lowering.InputStrides(kConvInput, problem.input);
  return problem;
}

void EmitConv(Lowering& lowering, const ConvProblem& problem, std::span<const ConvMethod* const> methods) {
  const std::vector<Offer> offers = OffersFor(lowering, problem, methods);
  assert(!offers.empty());
  std::vector<std::string> names;
  names.reserve(offers.size());
  for (const Offer& offer : offers) names.push_back(offer.name);
  const std::string parameters = ToString(problem.window) + " groups " +
                                 std::to_string(problem.layout.groups) +
                                 (lowering.view().input_is_known(kConvFilter) ? "" : " weights of a run");
  const Offer& taken = offers[lowering.Choose(parameters, std::move(names))];
  taken.method->emit(lowering, problem, taken.way);
}

}  // namespace litevk
