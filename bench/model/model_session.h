// One model with one choice of delegate, made ready, with the time of each step.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/model/arguments.h"
#include "tools/run/notes.h"
#include "tools/run/own_report.h"
#include "tools/run/session.h"
#include "tools/run/tolerances.h"

namespace litevk::bench {

// Steps before the second inference, in this order.
struct ColdStart {
  double load_ms = 0;     // the file mapped and checked
  double plan_ms = 0;     // the delegate opened, the device found, the graph partitioned
  double prepare_ms = 0;  // AllocateTensors: pipelines compiled, weights prepacked and uploaded
  double first_ms = 0;    // the first inference
};

// Part of the model that the delegate took.
struct Delegation {
  int kernels = 0;           // partitions
  bool is_complete = false;  // no node is left to the CPU
};

// A delegate and its options; none for the CPU.
struct Backend {
  std::optional<std::filesystem::path> delegate;
  KeyValues options;
};

// Returns the delegate and options that the arguments name.
Result<Backend> BackendOf(const BenchArguments& arguments);

class ModelSession {
 public:
  // Creates a session and runs the first inference, on seeded inputs.
  static Result<std::unique_ptr<ModelSession>> Create(const BenchArguments& arguments, const Backend& backend,
                                                      bool enable_profiling);
  ~ModelSession() = default;
  ModelSession(const ModelSession&) = delete;
  ModelSession& operator=(const ModelSession&) = delete;

  const ColdStart& cold_start() const { return cold_start_; }
  // Returns load, plan, prepare and every inference so far, by the steady clock.
  const std::vector<tools::Step>& steps() const { return steps_; }
  // Runs one inference; returns milliseconds.
  Result<double> Run();
  std::vector<tools::SessionNode> Nodes() const { return session_->Nodes(); }
  // Returns the index of the subgraph that runs.
  int subgraph() const { return session_->subgraph(); }
  Delegation delegation() const;
  // Returns nothing if the delegate is not litevk, or there is none.
  Result<std::optional<tools::GpuReport>> ReadReport() const { return report_.Read(); }
  std::vector<std::string> Notes() const { return tools::NotesOf(*session_); }
  // Returns the inputs, in the order of the model's inputs.
  const std::vector<tools::Array>& inputs() const { return inputs_; }
  // Returns the outputs of the first inference, if --compare asks for them.
  const std::vector<tools::Array>& outputs() const { return outputs_; }
  // Returns the tolerances of the outputs.
  tools::Tolerances MakeTolerances(const std::filesystem::path& model) const {
    return {model, *session_, tools::Tolerance()};
  }
  // Prints which of several signatures is used.
  void TellSignature() const { tools::TellSignature("litevk-bench", *session_); }
  // Frees the interpreter, after which a report holds the times of dispatches.
  void Close() { session_.reset(); }

 private:
  ModelSession() = default;
  tools::SessionOptions SessionOptionsOf(const BenchArguments& arguments, const Backend& backend,
                                         bool enable_profiling);
  Status Prepare(const BenchArguments& arguments);
  // Adds to a failure's diagnostic which nodes the device would run, for a model that cannot be
  // prepared.
  Status WithDelegation(const Status& status) const;

  tools::OwnReport report_;  // outlives the session, which writes it
  std::unique_ptr<tools::Session> session_;
  std::vector<tools::Array> inputs_;
  std::vector<tools::Array> outputs_;
  ColdStart cold_start_;
  std::vector<tools::Step> steps_;
};

}  // namespace litevk::bench
