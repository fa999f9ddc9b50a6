// Text of floating-point numbers, such as scales, in messages.
#pragma once

#include <string>

namespace litevk {

// Returns the shortest text that converts back to the same number: "0.00390625", "3.59e-43".
std::string FloatText(float value);
std::string FloatText(double value);

}  // namespace litevk
