// The values of a model's inputs, as the command lines of litevk-run and litevk-bench name them.
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
  std::map<std::string, ValueRange> ranges;            // by the input's name
  std::map<std::string, std::filesystem::path> files;  // the same; an input's file goes before its range
  bool are_real = false;  // ranges and float32 files of quantized inputs are of what their numbers stand for
};

// "name,low,high:name2,low,high" and "name:path,name2:path2", where "::" stands for a colon in a name or
// path.
Result<InputValues> ParseInputValues(const InputValueFlags& flags);

// One value for each input of the allocated session: from its file, in its range, or seeded with `seed` and
// the input's number, then of a quantized input any number of its type. A file that ends in .npy holds the
// tensor's type and dims; any other holds the bytes of the tensor, or for strings one of them in each line.
// Fails where a name is not an input's and where a file or range does not fit its input.
Result<std::vector<Array>> MakeInputs(const InputValues& values, const Session& session, uint64_t seed);

// Adds to the failure of a run which inputs had random indices, such as token ids, that the model may not
// have.
Status WithRandomIndices(Status status, const InputValues& values, const Session& session);

}  // namespace litevk::tools
