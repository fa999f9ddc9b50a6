// The values of a model's inputs, from the command lines of litevk-run and litevk-bench.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "tools/run/random_values.h"
#include "tools/run/session.h"

namespace CLI {
class App;
}

namespace litevk::tools {

// The texts of two flags of TFLite's benchmark_model.
struct InputValueFlags {
  std::string ranges;  // --input_layer_value_range
  std::string files;   // --input_layer_value_files
};

void AddInputValueFlags(CLI::App& app, InputValueFlags& flags);

struct InputValues {
  std::map<std::string, ValueRange> ranges;            // keyed by the input's name
  std::map<std::string, std::filesystem::path> files;  // keyed by the input's name; preferred to a range
  bool are_real = false;  // ranges and float32 files of quantized inputs hold real values, not integers
};

// Parses "name,low,high:name2,low,high" and "name:path,name2:path2", where "::" stands for a colon in a name
// or path.
Result<InputValues> ParseInputValues(const InputValueFlags& flags);

// Returns a value for each input of the allocated session: from its file, else random in its range, else
// random as RandomValues makes it. Without a range, a quantized input takes any integer of its type. `seed`
// and the input's index seed random values. A .npy file holds the tensor's type and dims; any other file
// holds the bytes of the tensor, or one string in each line. Fails if a name is not an input's, or if a file
// or range does not fit its input.
Result<std::vector<Array>> MakeInputs(const InputValues& values, const Session& session, uint64_t seed);

// Adds a note to the failure of a run: inputs with random indices, such as token ids, may be the cause.
Status WithRandomIndices(Status status, const InputValues& values, const Session& session);

}  // namespace litevk::tools
