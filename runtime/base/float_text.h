// Numbers with a fraction in messages, such as scales.
#pragma once

#include <string>

namespace litevk {

// Returns the shortest text that is the same number again: "0.00390625", "3.59e-43".
std::string FloatText(float value);
std::string FloatText(double value);

}  // namespace litevk
