// The inputs of a run: from files, or seeded values.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "tools/run/arguments.h"
#include "tools/run/session.h"

namespace litevk::tools {

// Resizes the session's inputs to the dims of --shape and the files, allocates it, and returns one value per
// input. Fails if a name, a type or the number of files does not fit the model.
Result<std::vector<Array>> PrepareInputs(const RunArguments& arguments, Session& session);

// Resizes and allocates a second session of the same model for existing input values.
Status AllocateFor(Session& session, const std::vector<Array>& inputs);
Status SetInputs(Session& session, const std::vector<Array>& inputs);
Result<std::vector<Array>> ReadOutputs(const Session& session);

// Returns a new session that has run once with these inputs. Sets `invoke_ms`, if given, to the time of the
// run.
Result<std::unique_ptr<Session>> RunOnce(const std::filesystem::path& model, const SessionOptions& options,
                                         const std::vector<Array>& inputs, double* invoke_ms = nullptr);

}  // namespace litevk::tools
