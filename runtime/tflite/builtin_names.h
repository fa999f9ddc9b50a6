// Names of the builtin operators, as the model format's schema spells them.
#pragma once

#include <string_view>

namespace litevk::abi {

// Returns "CONV_2D"; empty for a code that the schema of LiteRT 2.3 does not have.
std::string_view BuiltinName(int code);
// Returns the code of a name; -1 for a name that the schema does not have.
int BuiltinCode(std::string_view name);
// Returns "RELU6" for a TfLiteFusedActivation; empty for a value that the schema does not have.
std::string_view ActivationName(int activation);

}  // namespace litevk::abi
