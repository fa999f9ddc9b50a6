#include "tools/run/run.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "runtime/base/printable.h"
#include "tools/program/delegate_options.h"
#include "tools/program/interrupt.h"
#include "tools/program/progress.h"
#include "tools/run/bisect.h"
#include "tools/run/bisect_whole.h"
#include "tools/run/compare_outputs.h"
#include "tools/run/dynamic_range.h"
#include "tools/run/inputs.h"
#include "tools/run/notes.h"
#include "tools/run/own_report.h"
#include "tools/run/print.h"
#include "tools/run/quantize.h"
#include "tools/run/where_text.h"

namespace litevk::tools {
namespace {

using Clock = std::chrono::steady_clock;

Result<SessionOptions> SessionOptionsOf(const RunArguments& arguments) {
  SessionOptions options;
  if (arguments.delegate == "vulkan") {
    LITEVK_ASSIGN_OR_RETURN(const auto path, VulkanDelegatePath());
    options.delegate = path.string();
  } else if (arguments.delegate != "none") {
    options.delegate = arguments.delegate;
  }
  LITEVK_ASSIGN_OR_RETURN(options.delegate_options, ParseDelegateOptions(arguments.delegate_options));
  if (!arguments.compare.empty() || arguments.bisect) {
    ClaimEveryPartition(options.delegate, options.delegate_options);
  }
  options.custom_op_libraries = arguments.custom_op_libraries;
  options.signature = arguments.signature;
  options.enable_profiling = arguments.profile;
  options.num_threads = arguments.num_threads;
  return options;
}

// Returns the milliseconds of each timed run until Ctrl-C, at least one. The outputs are the first run's,
// since later runs of a model with states continue from them.
Result<std::vector<double>> TimedRuns(const RunArguments& arguments, Session& session,
                                      std::vector<Array>* outputs) {
  Progress progress("runs", arguments.warmup + arguments.runs);
  std::vector<double> times;
  for (int run = 0; run < arguments.warmup + arguments.runs; ++run) {
    if (WasInterrupted() && !times.empty()) break;
    const auto start = Clock::now();
    LITEVK_RETURN_IF_ERROR(session.Invoke());
    const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
    if (run >= arguments.warmup || WasInterrupted()) times.push_back(elapsed.count());
    if (run == 0) {
      LITEVK_ASSIGN_OR_RETURN(*outputs, ReadOutputs(session));
    }
    progress.Advance();
  }
  std::ranges::sort(times);
  return times;
}

Status WriteOutputs(const std::filesystem::path& folder, const std::vector<Array>& outputs) {
  for (size_t index = 0; index < outputs.size(); ++index) {
    LITEVK_RETURN_IF_ERROR(WriteNpy(folder / ("output_" + std::to_string(index) + ".npy"), outputs[index]));
  }
  return {};
}

bool Differs(const Summary& summary) {
  return summary.departure.has_value() || summary.whole.differs || !Agree(summary.differences);
}

Status WriteReport(const RunArguments& arguments, const Summary& summary) {
  std::ofstream file(arguments.report);
  file << JsonText(ToJson(arguments, summary), 2) << "\n";
  file.close();
  return file ? Status() : InvalidArgument(arguments.report.string() + ": cannot be written");
}

Status RunBisect(const RunArguments& arguments, const SessionOptions& options,
                 const std::vector<Array>& inputs, Summary* summary) {
  LITEVK_ASSIGN_OR_RETURN(summary->departure, Bisect(arguments.model, options, inputs, arguments.tolerance));
  LITEVK_ASSIGN_OR_RETURN(summary->whole, BisectWhole(arguments.model, options, inputs, arguments.tolerance));
  summary->is_bisected = true;
  return {};
}

Result<std::vector<Array>> Prepare(const RunArguments& arguments, Session& session) {
  const Progress progress("preparing the model");
  LITEVK_ASSIGN_OR_RETURN(std::vector<Array> inputs, PrepareInputs(arguments, session));
  LITEVK_RETURN_IF_ERROR(SetInputs(session, inputs));
  return inputs;
}

bool HasArrays(const RunArguments& arguments) {
  return !(arguments.inputs.empty() && arguments.input_dir.empty());
}

// Adds a note to a run's failure if random values of inputs may be the cause.
Status WithInputValues(const RunArguments& arguments, const Session& session, const Status& status) {
  if (HasArrays(arguments)) return status;
  LITEVK_ASSIGN_OR_RETURN(const InputValues values, ParseInputValues(arguments.input_values));
  return WithRandomIndices(status, values, session);
}

// Prepares the model and runs it as often as `arguments` say.
Status PrepareAndRun(const RunArguments& arguments, Session& session, std::vector<Array>* inputs,
                     Summary* summary) {
  TellSignature("litevk-run", session);
  LITEVK_ASSIGN_OR_RETURN(*inputs, Prepare(arguments, session));
  summary->notes = NotesOf(session, HasArrays(arguments));
  for (int input = 0; input < session.input_count(); ++input) {
    summary->inputs.push_back(session.DescribeInput(input));
    summary->input_names.push_back(session.input_name(input));
  }
  auto milliseconds = TimedRuns(arguments, session, &summary->outputs);
  if (!milliseconds.ok()) return WithInputValues(arguments, session, milliseconds.status());
  summary->milliseconds = *std::move(milliseconds);
  if (!arguments.compare.empty()) summary->tolerances.emplace(arguments.model, session, arguments.tolerance);
  for (int output = 0; output < session.output_count(); ++output) {
    summary->output_names.push_back(session.output_name(output));
  }
  return {};
}

// Copies the facts of litevk's report on the subgraph that ran into the summary.
void ReadReport(const GpuReport& gpu, int subgraph, Summary* summary) {
  summary->message = gpu.message;
  summary->policy = gpu.policy;
  summary->where = gpu.device.empty() ? gpu.device_message : WhereText(gpu);
  std::ranges::copy_if(gpu.dispatches, std::back_inserter(summary->dispatches),
                       [&](const DispatchRow& row) { return row.subgraph == subgraph; });
}

// Runs the model as `arguments` say and fills the summary. A model that cannot be run has a report too, so
// only failures that leave no summary are returned. The report has the dispatches' times once the session is
// gone.
Status RunSession(const RunArguments& arguments, SessionOptions options, std::vector<Array>* inputs,
                  Summary* summary) {
  const OwnReport report(options.delegate, options.delegate_options);
  LITEVK_RETURN_IF_ERROR(report.status());
  if (arguments.profile && report.exists()) options.delegate_options.emplace_back("enable_op_profiling", "1");
  LITEVK_ASSIGN_OR_RETURN(auto session, Session::Create(arguments.model, options));
  summary->problem = PrepareAndRun(arguments, *session, inputs, summary);
  summary->nodes = session->Nodes();
  const int subgraph = session->subgraph();
  session.reset();
  auto gpu = report.Read();
  if (!gpu.ok() && !summary->problem.ok()) return summary->problem;
  if (!gpu.ok()) return gpu.status();
  if (gpu->has_value()) ReadReport(**gpu, subgraph, summary);
  if (!summary->problem.ok() || arguments.compare == "cpu") return {};
  const auto partitions = std::ranges::count_if(summary->nodes, &SessionNode::is_delegated);
  summary->cpu = CpuTimesBeside(static_cast<int>(partitions), *gpu,
                                [&] { return RunOnCpu(arguments.model, options, *inputs); });
  return {};
}

// Creates the folder. Called before the runs, which may take long.
Status MakeOutputFolder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return error ? InvalidArgument("--output-dir: the folder " + folder.string() +
                                 " cannot be made: " + error.message())
               : Status();
}

// Returns the reference outputs; with --dequantize, quantized ones as floats. Integer arrays of a folder get
// the quantization of the outputs.
Result<std::vector<Array>> Reference(const RunArguments& arguments, const SessionOptions& options,
                                     const std::vector<Array>& inputs, Summary* summary) {
  std::vector<Array> reference;
  if (arguments.compare == "cpu") {
    LITEVK_ASSIGN_OR_RETURN(summary->cpu, RunOnCpu(arguments.model, options, inputs));
    reference = summary->cpu->outputs;
  } else {
    LITEVK_ASSIGN_OR_RETURN(reference, ReadReference(arguments.compare));
  }
  if (!arguments.dequantize) return reference;
  for (size_t index = 0; index < std::min(reference.size(), summary->outputs.size()); ++index) {
    reference[index].quantization = summary->outputs[index].quantization;
  }
  return DequantizeAll(std::move(reference));
}

// Writes the outputs of the first run to --output-dir, and compares them with the reference.
Status WriteAndCompare(const RunArguments& arguments, const SessionOptions& options,
                       const std::vector<Array>& inputs, Summary* summary) {
  std::vector<Array> outputs = summary->outputs;
  if (arguments.dequantize) {
    LITEVK_ASSIGN_OR_RETURN(outputs, DequantizeAll(std::move(outputs)));
  }
  if (!arguments.output_dir.empty()) LITEVK_RETURN_IF_ERROR(WriteOutputs(arguments.output_dir, outputs));
  if (arguments.compare.empty() || WasInterrupted()) return {};
  LITEVK_ASSIGN_OR_RETURN(const auto reference, Reference(arguments, options, inputs, summary));
  LITEVK_ASSIGN_OR_RETURN(summary->differences, CompareOutputs(outputs, reference, *summary->tolerances));
  if (!Agree(summary->differences) && IsLitevk(options.delegate)) {
    summary->advice = DynamicRangeAdvice(arguments.model, options.delegate_options);
  }
  return {};
}

}  // namespace

Result<ExitStatus> Run(const RunArguments& arguments) {
  if (!arguments.output_dir.empty()) LITEVK_RETURN_IF_ERROR(MakeOutputFolder(arguments.output_dir));
  LITEVK_ASSIGN_OR_RETURN(const SessionOptions options, SessionOptionsOf(arguments));
  std::vector<Array> inputs;
  Summary summary;
  NoteInterrupt();
  LITEVK_RETURN_IF_ERROR(RunSession(arguments, options, &inputs, &summary));
  if (!summary.problem.ok()) {
    if (!arguments.report.empty()) LITEVK_RETURN_IF_ERROR(WriteReport(arguments, summary));
    return summary.problem;
  }
  LITEVK_RETURN_IF_ERROR(WriteAndCompare(arguments, options, inputs, &summary));
  if (arguments.bisect && !WasInterrupted())
    LITEVK_RETURN_IF_ERROR(RunBisect(arguments, options, inputs, &summary));
  Print(arguments, summary);
  if (!arguments.report.empty()) LITEVK_RETURN_IF_ERROR(WriteReport(arguments, summary));
  if (WasInterrupted()) return kExitInterrupted;
  return Differs(summary) ? kExitNegative : kExitOk;
}

}  // namespace litevk::tools
