// The colours of all pictures, after the palette of Okabe and Ito. They differ for people with colour
// blindness too, and text on each of them has a contrast of 4.5 at least.
#pragma once

#include <array>
#include <string>

#include "bench/pictures/model_nodes.h"

namespace litevk::bench {

struct Colour {
  const char* fill;
  const char* text;
};

inline constexpr std::array kPartitionColours = {Colour{"#56b4e9", "#000000"}, Colour{"#e69f00", "#000000"},
                                                 Colour{"#009e73", "#000000"}, Colour{"#f0e442", "#000000"},
                                                 Colour{"#cc79a7", "#000000"}, Colour{"#0072b2", "#ffffff"}};
inline constexpr Colour kCpuColour = {"#5f6368", "#ffffff"};
// Colour of nodes in a partition that take no time of their own.
inline constexpr Colour kPreparedColour = {"#e8eaed", "#000000"};

// Colours from short to long times.
inline constexpr std::array kTimeRamp = {Colour{"#fff7bc", "#000000"}, Colour{"#fec44f", "#000000"},
                                         Colour{"#d95f0e", "#000000"}, Colour{"#7f2704", "#ffffff"}};

struct ErrorBand {
  double up_to;  // upper limit, in units of the tolerance
  Colour colour;
};
inline constexpr std::array kErrorBands = {
    ErrorBand{0, {"#f7f7f7", "#000000"}}, ErrorBand{0.01, {"#d1e5f0", "#000000"}},
    ErrorBand{0.1, {"#92c5de", "#000000"}}, ErrorBand{1, {"#2166ac", "#ffffff"}},
    ErrorBand{1e300, {"#b2182b", "#ffffff"}}};

inline Colour ColourOf(const ModelNode& node) {
  if (node.location == Location::kCpu) return kCpuColour;
  if (node.location == Location::kPrepared || node.partition < 0) return kPreparedColour;
  return kPartitionColours[static_cast<size_t>(node.partition) % kPartitionColours.size()];
}

}  // namespace litevk::bench
