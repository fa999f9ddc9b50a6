// How a delegate tells the project's own interpreter from TFLite's.
#pragma once

namespace litevk::abi {

// A name of metadata that the project's interpreter has of every model, by TfLiteContext::GetModelMetadata.
inline constexpr const char* kInterpreterName = "litevk.interpreter";

}  // namespace litevk::abi
