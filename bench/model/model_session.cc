#include "bench/model/model_session.h"

#include <algorithm>
#include <string>
#include <utility>

#include "runtime/base/stopwatch.h"
#include "tools/program/progress.h"
#include "tools/run/inputs.h"
#include "tools/run/where_text.h"

namespace litevk::bench {
namespace {

constexpr double kUsPerMs = 1000;

Status ResizeInput(tools::Session& session, const std::string& name, const ir::Shape& dims) {
  std::string names;
  for (int input = 0; input < session.input_count(); ++input) {
    if (session.input_name(input) == name) return session.ResizeInput(input, dims);
    names += (names.empty() ? "" : ", ") + session.input_name(input);
  }
  return InvalidArgument("no input is named " + name + "; the model has " + names);
}

}  // namespace

Result<Backend> BackendOf(const BenchArguments& arguments) {
  if (arguments.use_cpu) return Backend();
  Backend backend;
  LITEVK_ASSIGN_OR_RETURN(backend.options, OptionsOf(arguments));
  backend.delegate = arguments.external_delegate_path;
  if (backend.delegate->empty()) {
    LITEVK_ASSIGN_OR_RETURN(backend.delegate, tools::VulkanDelegatePath());
  }
  if (!arguments.compare.empty()) tools::ClaimEveryPartition(*backend.delegate, backend.options);
  return backend;
}

Result<std::unique_ptr<ModelSession>> ModelSession::Create(const BenchArguments& arguments,
                                                           const Backend& backend, bool enable_profiling) {
  const tools::Progress progress("preparing the model");
  std::unique_ptr<ModelSession> created(new ModelSession());
  const tools::SessionOptions options = created->SessionOptionsOf(arguments, backend, enable_profiling);
  LITEVK_RETURN_IF_ERROR(created->report_.status());
  const double begin_us = SteadyUs();
  LITEVK_ASSIGN_OR_RETURN(created->session_, tools::Session::Create(arguments.graph, options));
  const double load_us = kUsPerMs * created->session_->creation_times().load_ms;
  created->steps_ = {{.name = "load", .begin_us = begin_us, .us = load_us},
                     {.name = "plan", .begin_us = begin_us + load_us}};
  if (const Status status = created->Prepare(arguments); !status.ok()) return created->WithDelegation(status);
  return created;
}

Status ModelSession::WithDelegation(const Status& status) const {
  const auto report = ReadReport();
  if (!report.ok() || !report->has_value() || (*report)->device.empty()) return status;
  return {status.code(), status.message() + "\nThe device would run " + tools::WhereText(**report)};
}

tools::SessionOptions ModelSession::SessionOptionsOf(const BenchArguments& arguments, const Backend& backend,
                                                     bool enable_profiling) {
  tools::SessionOptions options;
  options.signature = arguments.signature;
  options.enable_profiling = enable_profiling;
  options.num_threads = arguments.num_threads;
  if (!backend.delegate.has_value()) return options;
  options.delegate = backend.delegate->string();
  options.delegate_options = backend.options;
  report_ = tools::OwnReport(options.delegate, options.delegate_options);
  if (!enable_profiling || !report_.exists()) return options;
  options.delegate_options.emplace_back("enable_op_profiling", "1");
  if (arguments.WantsPictures()) {
    // The first inference adds one run.
    options.delegate_options.emplace_back("timeline_runs", std::to_string(arguments.num_runs + 1));
  }
  return options;
}

Status ModelSession::Prepare(const BenchArguments& arguments) {
  LITEVK_ASSIGN_OR_RETURN(const NamedShapes shapes, ShapesOf(arguments));
  for (const auto& [name, dims] : shapes) LITEVK_RETURN_IF_ERROR(ResizeInput(*session_, name, dims));
  LITEVK_RETURN_IF_ERROR(session_->ApplyDelegate());
  const tools::CreationTimes& times = session_->creation_times();
  cold_start_ = {.load_ms = times.load_ms, .plan_ms = times.plan_ms};
  tools::Step& plan = steps_.back();
  const double begin_us = SteadyUs();
  plan.us = begin_us - plan.begin_us;
  LITEVK_RETURN_IF_ERROR(session_->Allocate());
  const double prepare_us = SteadyUs() - begin_us;
  steps_.push_back({.name = "prepare", .begin_us = begin_us, .us = prepare_us});
  cold_start_.prepare_ms = prepare_us / kUsPerMs;
  LITEVK_ASSIGN_OR_RETURN(const auto values, tools::ParseInputValues(arguments.input_values));
  LITEVK_ASSIGN_OR_RETURN(inputs_, tools::MakeInputs(values, *session_, /*seed=*/0));
  LITEVK_RETURN_IF_ERROR(tools::SetInputs(*session_, inputs_));
  const auto first_ms = Run();
  if (!first_ms.ok()) return tools::WithRandomIndices(first_ms.status(), values, *session_);
  cold_start_.first_ms = *first_ms;
  steps_.back().name = "first inference";
  if (arguments.compare.empty()) return {};
  LITEVK_ASSIGN_OR_RETURN(outputs_, tools::ReadOutputs(*session_));
  return {};
}

Result<double> ModelSession::Run() {
  const double begin_us = SteadyUs();
  LITEVK_RETURN_IF_ERROR(session_->Invoke());
  const double us = SteadyUs() - begin_us;
  steps_.push_back({.name = "inference", .begin_us = begin_us, .us = us});
  return us / kUsPerMs;
}

Delegation ModelSession::delegation() const {
  const std::vector<tools::SessionNode> nodes = Nodes();
  const auto kernels = std::ranges::count_if(nodes, &tools::SessionNode::is_delegated);
  return {.kernels = static_cast<int>(kernels),
          .is_complete = kernels > 0 && std::cmp_equal(kernels, nodes.size())};
}

}  // namespace litevk::bench
