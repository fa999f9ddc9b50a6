// The inputs of a run: from files, or seeded values.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "tools/run/arguments.h"
#include "tools/run/session.h"

namespace litevk::tools {

// Resizes the session's inputs to what --shape and the files say, allocates it, and returns one value per
// input. Fails where a name, a type or the number of files does not fit the model.
Result<std::vector<Array>> PrepareInputs(const RunArguments& arguments, Session& session);

// Resizes and allocates a second session of the same model for the values that are there already.
Status AllocateFor(Session& session, const std::vector<Array>& inputs);
Status SetInputs(Session& session, const std::vector<Array>& inputs);
Result<std::vector<Array>> ReadOutputs(const Session& session);

// A session of its own that has run once with these inputs. `invoke_ms`, if any, gets the time of that run.
Result<std::unique_ptr<Session>> RunOnce(const std::filesystem::path& model, const SessionOptions& options,
                                         const std::vector<Array>& inputs, double* invoke_ms = nullptr);

}  // namespace litevk::tools
