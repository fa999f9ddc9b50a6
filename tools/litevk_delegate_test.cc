// litevk-delegate-test: runs the project's operator cases against any delegate library, in a process of their
// own, and reports per operator. Exit status: 0 no case failed or crashed, 1 one did, 2 bad usage, 3 the
// cases cannot be read, 130 Ctrl-C.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "runtime/base/nearest_word.h"
#include "runtime/base/stopwatch.h"
#include "runtime/platform/environment.h"
#include "runtime/platform/files.h"
#include "tools/delegate_test/child.h"
#include "tools/delegate_test/report.h"
#include "tools/program/checks.h"
#include "tools/program/delegate_options.h"
#include "tools/program/interrupt.h"
#include "tools/program/output.h"
#include "tools/program/program.h"
#include "tools/program/progress.h"
#include "tools/run/session.h"

namespace litevk::tools {
namespace {

struct Arguments {
  std::string delegate;
  std::vector<std::string> delegate_options;
  CaseSelection selection;
  std::filesystem::path cases;
  std::filesystem::path csv;
  std::filesystem::path junit;
  double timeout_seconds = 60;
  double max_seconds = 0;  // after which no further case begins; 0: all run
  bool list = false;
  bool try_delegate = false;       // the child process: the delegate is created, and no case run
  std::optional<size_t> run_from;  // the child process: the selected cases from this one on
  size_t run_count = 0;            // number of cases to run from `run_from` on
};

void AddOptions(CLI::App& app, Arguments& arguments) {
  app.add_option("--delegate", arguments.delegate, "vulkan, or the path of a delegate library")
      ->type_name("vulkan|PATH");
  AddDelegateOptions(app, arguments.delegate_options);
  app.add_option("--op", arguments.selection.ops,
                 "Only cases of this operator, by its name in the model format")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--filter", arguments.selection.filter,
                 "Only cases whose name matches, for example 'conv*/pad*'")
      ->type_name("GLOB");
  app.add_option(
         "--cases", arguments.cases,
         "The folder of cases; op_cases beside the program, or ../share/litevk/op_cases, unless given")
      ->type_name("DIR");
  app.add_option("--csv", arguments.csv, "Write the results there")->type_name("FILE");
  app.add_option("--junit", arguments.junit, "Write the results there as JUnit XML")->type_name("FILE");
  app.add_option("--timeout", arguments.timeout_seconds, "Seconds after which a case counts as crashed")
      ->check(AboveZero())
      ->capture_default_str();
  app.add_option("--max-seconds", arguments.max_seconds,
                 "Begin no further case after so many seconds, and say how many were left; 0: run all")
      ->check(AtLeastZero())
      ->capture_default_str();
  app.add_flag("--list", arguments.list, "Print the names of the selected cases and run nothing");
  app.add_flag("--try-delegate", arguments.try_delegate)->group("");
  app.add_option("--run-from", arguments.run_from)->group("");
  app.add_option("--run-count", arguments.run_count)->group("");
}

std::filesystem::path DefaultCases() {
  const auto folder = ProgramPath().parent_path();
  const auto installed = folder.parent_path() / "share" / "litevk" / "op_cases";
  std::error_code error;
  return std::filesystem::exists(installed / "index.json", error) ? installed : folder / "op_cases";
}

// Keeps the device that all cases share alive between them: some drivers take longer to create a device than
// a case takes to run.
std::unique_ptr<Session> KeepDevice(const OpCase& op_case, const SessionOptions& options) {
  if (!IsLitevk(options.delegate)) return nullptr;
  auto session = Session::Create(op_case.folder / "model.tflite", options);
  if (!session.ok() || !(*session)->ApplyDelegate().ok()) return nullptr;
  return std::move(*session);
}

ExitStatus RunChild(const Arguments& arguments, const KeyValues& options, const std::vector<OpCase>& cases) {
  const size_t first = std::min(*arguments.run_from, cases.size());
  const size_t count = std::min(arguments.run_count, cases.size() - first);
  if (count == 0) return kExitOk;
  const auto kept = KeepDevice(cases[first], {.delegate = arguments.delegate, .delegate_options = options});
  for (const OpCase& op_case : std::span(cases).subspan(first, count)) {
    const auto start = std::chrono::steady_clock::now();
    CaseResult result = RunCase(op_case, arguments.delegate, options);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    PrintResult(result);
  }
  return kExitOk;
}

ExitStatus TryDelegate(const Arguments& arguments, const KeyValues& options) {
  const Status status = Session::TryDelegate({.delegate = arguments.delegate, .delegate_options = options});
  CaseResult result;
  if (!status.ok()) result = {.outcome = Outcome::kFailed, .message = status.message()};
  PrintResult(result);
  return kExitOk;
}

// The command line that all children share: the delegate and its options.
std::vector<std::string> DelegateCommand(const Arguments& arguments) {
  std::vector<std::string> command = {ProgramPath().string(), "--delegate", arguments.delegate};
  for (const std::string& option : arguments.delegate_options) {
    command.insert(command.end(), {"--delegate-option", option});
  }
  return command;
}

std::vector<std::string> ChildCommand(const Arguments& arguments, size_t first, size_t count) {
  std::vector<std::string> command = DelegateCommand(arguments);
  command.insert(command.end(), {"--cases", arguments.cases.string()});
  for (const std::string& op : arguments.selection.ops) command.insert(command.end(), {"--op", op});
  if (!arguments.selection.filter.empty()) {
    command.insert(command.end(), {"--filter", arguments.selection.filter});
  }
  command.insert(command.end(), {"--run-from", std::to_string(first), "--run-count", std::to_string(count)});
  return command;
}

bool IsBad(const CaseResult& result) {
  return result.outcome == Outcome::kFailed || result.outcome == Outcome::kCrashed;
}

// Runs the cases in one child process, until a case ends it. A case that does not pass runs again alone,
// since an earlier case may have caused the fault.
CaseResults RunInChildren(const Arguments& arguments, const std::vector<OpCase>& cases) {
  CaseResults results;
  std::unique_ptr<Child> child;
  Progress progress("cases", static_cast<int>(cases.size()));
  Stopwatch watch;
  double spent_ms = 0;
  for (size_t index = 0; index < cases.size(); ++index) {
    spent_ms += watch.LapMs();
    if (arguments.max_seconds > 0 && spent_ms >= arguments.max_seconds * 1000 && index > 0) break;
    if (child == nullptr || child->has_ended()) {
      child = std::make_unique<Child>(ChildCommand(arguments, index, cases.size() - index));
    }
    CaseResult result = child->Next(arguments.timeout_seconds);
    // Ctrl-C ends the child as well, so the result of its case means nothing.
    if (WasInterrupted()) break;
    if (IsBad(result)) {
      CaseResult alone = Child(ChildCommand(arguments, index, 1)).Next(arguments.timeout_seconds);
      if (IsBad(alone)) {
        result = std::move(alone);
      } else {
        result.message += " (only when it runs after other cases)";
      }
    }
    results.emplace_back(cases[index], std::move(result));
    progress.Advance();
  }
  return results;
}

Result<ExitStatus> RunAll(const Arguments& arguments, const std::vector<OpCase>& cases) {
  NoteInterrupt();
  const CaseResults results = RunInChildren(arguments, cases);
  PrintTable(results);
  if (results.size() < cases.size()) {
    Printf("%zu of %zu cases were left when %s\n", cases.size() - results.size(), cases.size(),
           WasInterrupted() ? "the run was interrupted" : "the time was up");
  }
  if (!arguments.csv.empty()) LITEVK_RETURN_IF_ERROR(WriteCsv(arguments.csv, results));
  if (!arguments.junit.empty()) LITEVK_RETURN_IF_ERROR(WriteJunit(arguments.junit, results));
  if (WasInterrupted()) return kExitInterrupted;
  const bool is_bad = std::ranges::any_of(results, [](const auto& pair) { return IsBad(pair.second); });
  return is_bad ? kExitNegative : kExitOk;
}

// Reports the delegate's error on its options once, before any case. If the delegate crashes or hangs, the
// cases report that.
Status CheckDelegateTakesOptions(const Arguments& arguments) {
  std::vector<std::string> command = DelegateCommand(arguments);
  command.emplace_back("--try-delegate");
  const CaseResult result = Child(command).Next(arguments.timeout_seconds);
  return result.outcome == Outcome::kFailed ? InvalidArgument(result.message) : Status();
}

Status CheckUsage(const Arguments& arguments) {
  LITEVK_RETURN_IF_ERROR(ParseDelegateOptions(arguments.delegate_options).status());
  for (const std::filesystem::path* path : {&arguments.csv, &arguments.junit}) {
    if (!path->empty()) LITEVK_RETURN_IF_ERROR(CheckWritable(path->string()));
  }
  if (arguments.delegate.empty() && !arguments.list) {
    return InvalidArgument("--delegate is required: vulkan, or the path of a delegate library");
  }
  if (!arguments.delegate.empty()) {
    LITEVK_RETURN_IF_ERROR(CheckDelegate(arguments.delegate, {"vulkan"}));
  }
  const bool is_child = arguments.try_delegate || arguments.run_from.has_value();
  return is_child || arguments.list ? Status() : CheckDelegateTakesOptions(arguments);
}

// Returns the reason why no case is selected.
Status NoCase(const Arguments& arguments) {
  LITEVK_ASSIGN_OR_RETURN(const auto all, ReadCases(arguments.cases, {}));
  std::vector<std::string_view> ops;
  for (const OpCase& op_case : all) ops.emplace_back(op_case.op);
  for (const std::string& op : arguments.selection.ops) {
    const std::string hint = DidYouMean(op, ops);
    if (!hint.empty()) return InvalidArgument("no case is of the operator " + op + hint);
  }
  return InvalidArgument("no case is selected, of " + std::to_string(all.size()));
}

Result<ExitStatus> Run(Arguments& arguments) {
  if (arguments.delegate == "vulkan") {
    LITEVK_ASSIGN_OR_RETURN(arguments.delegate, VulkanDelegatePath());
  }
  LITEVK_ASSIGN_OR_RETURN(const KeyValues options, ParseDelegateOptions(arguments.delegate_options));
  if (arguments.try_delegate) return TryDelegate(arguments, options);
  if (arguments.cases.empty()) arguments.cases = DefaultCases();
  LITEVK_ASSIGN_OR_RETURN(const auto cases, ReadCases(arguments.cases, arguments.selection));
  if (cases.empty()) return NoCase(arguments);
  if (arguments.run_from) return RunChild(arguments, options, cases);
  if (!arguments.list) return RunAll(arguments, cases);
  for (const OpCase& op_case : cases) Printf("%s\n", op_case.name.c_str());
  return kExitOk;
}

}  // namespace

int Main(int argc, char** argv) {
  return GuardProgram("litevk-delegate-test", [&] {
    CLI::App app("Runs the operator cases against a delegate library.", "litevk-delegate-test");
    Arguments arguments;
    AddOptions(app, arguments);
    return RunProgram(
        app, argc, argv, [&] { return CheckUsage(arguments); }, [&] { return Run(arguments); });
  });
}

}  // namespace litevk::tools

int main(int argc, char** argv) { return litevk::tools::Main(argc, argv); }
