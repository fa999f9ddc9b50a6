// Tells the project's own interpreter from TFLite's, for delegates.
#pragma once

namespace litevk::abi {

// Name of metadata that the project's interpreter has for every model (TfLiteContext::GetModelMetadata).
inline constexpr const char* kInterpreterName = "litevk.interpreter";

}  // namespace litevk::abi
