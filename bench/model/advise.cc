#include "bench/model/advise.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "bench/model/litert_peer.h"
#include "bench/model/model_session.h"
#include "bench/model/print.h"
#include "runtime/base/stopwatch.h"
#include "tools/program/interrupt.h"
#include "tools/program/output.h"
#include "tools/program/progress.h"

namespace litevk::bench {
namespace {

constexpr double kMsPerSecond = 1000.0;

struct Contender {
  Candidate candidate;
  std::unique_ptr<ModelSession> session;  // null: the peer interpreter
};

struct Field {
  std::vector<Contender> contenders;
  std::unique_ptr<LitertPeer> peer;
  Comparison comparison;  // its candidates are added last
};

// Ratio of the CPU's time to the candidate's, round by round: above 1 if the candidate is faster.
Statistics Speedups(const Candidate& cpu, const Candidate& candidate) {
  std::vector<double> ratios(candidate.ms.size());
  for (size_t round = 0; round < ratios.size(); ++round) ratios[round] = cpu.ms[round] / candidate.ms[round];
  return Summarize(std::move(ratios));
}

// Adds the model with the user's options and one more, "" for none. `name` is appended to the device's name.
Status AddContender(const BenchArguments& arguments, const std::string& name, const std::string& option,
                    Field& field) {
  BenchArguments own = arguments;
  if (!option.empty()) own.delegate_options.push_back(option);
  LITEVK_ASSIGN_OR_RETURN(const Backend backend, BackendOf(own));
  LITEVK_ASSIGN_OR_RETURN(auto session, ModelSession::Create(own, backend, false));
  LITEVK_ASSIGN_OR_RETURN(const auto report, session->ReadReport());
  const bool has_device = report.has_value() && !report->device.empty();
  const Candidate candidate = {
      .name = (has_device ? report->device : "the delegate") + name,
      .options = backend.options,
      .partitions = report.has_value() ? report->programs : session->delegation().kernels};
  if (report.has_value()) {
    field.comparison.refusals = report->message;
    if (report->device_type == "cpu") field.comparison.cpu_device = report->device;
  }
  field.contenders.push_back({candidate, std::move(session)});
  return {};
}

Result<std::unique_ptr<LitertPeer>> StartPeer(const BenchArguments& arguments,
                                              const std::vector<tools::Array>& inputs) {
  const tools::Progress progress("starting ai-edge-litert");
  return LitertPeer::Start(arguments, inputs);
}

// Adds the interpreter that the user would run otherwise, or litevk's CPU kernels if that one is not
// available.
Status AddCpu(const BenchArguments& arguments, Field& field) {
  BenchArguments own = arguments;
  own.use_cpu = true;
  LITEVK_ASSIGN_OR_RETURN(const Backend backend, BackendOf(own));
  LITEVK_ASSIGN_OR_RETURN(auto session, ModelSession::Create(own, backend, false));
  session->TellSignature();
  auto peer = StartPeer(arguments, session->inputs());
  if (!peer.ok()) {
    field.comparison.peer_missing = peer.status().message();
    field.contenders.push_back({{.name = "the CPU, litevk's kernels"}, std::move(session)});
    return {};
  }
  field.peer = std::move(*peer);
  field.comparison.peer = field.peer->name();
  field.contenders.push_back({{.name = "the CPU, " + field.comparison.peer}, nullptr});
  return {};
}

// Adds the delegate with the user's options. The delegate takes nothing if its estimate favours the CPU. Then
// this adds it with all nodes that the device can run, and changes `arguments` accordingly. A contender that
// takes nothing equals the CPU and is dropped.
Status AddDevice(BenchArguments& arguments, Field& field) {
  LITEVK_RETURN_IF_ERROR(AddContender(arguments, "", "", field));
  if (field.contenders.back().candidate.partitions > 0) return {};
  LITEVK_ASSIGN_OR_RETURN(const KeyValues given, OptionsOf(arguments));
  field.contenders.pop_back();
  if (std::ranges::find(given, "partition_policy", &KeyValues::value_type::first) != given.end()) return {};
  arguments.delegate_options.emplace_back("partition_policy=all");
  LITEVK_RETURN_IF_ERROR(AddContender(arguments, ", all that it can run", "", field));
  if (field.contenders.back().candidate.partitions == 0) field.contenders.pop_back();
  return {};
}

// Adds the CPU, the device and, if the device runs several partitions, the device limited to its largest one
// or two.
Result<Field> MakeField(BenchArguments arguments) {
  Field field;
  LITEVK_RETURN_IF_ERROR(AddCpu(arguments, field));
  LITEVK_RETURN_IF_ERROR(AddDevice(arguments, field));
  const int partitions = field.contenders.back().candidate.partitions;
  if (partitions > 1) {
    LITEVK_RETURN_IF_ERROR(
        AddContender(arguments, " for the largest partition", "max_delegated_partitions=1", field));
  }
  if (partitions > 2) {
    LITEVK_RETURN_IF_ERROR(
        AddContender(arguments, " for the two largest partitions", "max_delegated_partitions=2", field));
  }
  return field;
}

// Runs each contender once per round, in turn. The first rounds warm up and are not kept.
Status RunRounds(const BenchArguments& arguments, Field& field) {
  tools::Progress progress("rounds", arguments.warmup_runs + arguments.num_runs);
  double total_ms = 0;
  const auto enough = [&](int rounds) {
    return total_ms >= kMsPerSecond * arguments.max_secs ||
           (rounds >= arguments.num_runs && total_ms >= kMsPerSecond * arguments.min_secs);
  };
  for (int round = -arguments.warmup_runs; round <= 0 || !enough(round); ++round) {
    if (tools::WasInterrupted()) break;
    progress.AdvanceTo(arguments.warmup_runs + round);
    for (Contender& contender : field.contenders) {
      LITEVK_ASSIGN_OR_RETURN(const double ms,
                              contender.session == nullptr ? field.peer->Run() : contender.session->Run());
      if (round >= 0) contender.candidate.ms.push_back(ms);
      total_ms += ms;
    }
  }
  for (Contender& contender : field.contenders) {
    field.comparison.candidates.push_back(std::move(contender.candidate));
  }
  if (!field.comparison.candidates.front().ms.empty()) return {};
  return Status(StatusCode::kCancelled, "interrupted before the first round: nothing was compared");
}

void PrintTable(const std::vector<Candidate>& candidates) {
  tools::Printf("\n%zu rounds, in each one run of every row\n", candidates.front().ms.size());
  tools::Printf("  %10s %10s %10s  %-24s %10s  %s\n", "median ms", "p10", "p90", "faster than the CPU",
                "partitions", "");
  for (const Candidate& candidate : candidates) {
    const Statistics times = Summarize(candidate.ms);
    const Statistics ratio = Speedups(candidates.front(), candidate);
    std::array<char, 48> speedup = {};
    std::snprintf(speedup.data(), speedup.size(), "%.2f (%.2f to %.2f)", ratio.median, ratio.p10, ratio.p90);
    tools::Printf("  %10.3f %10.3f %10.3f  %-24s %10d  %s\n", times.median, times.p10, times.p90,
                  speedup.data(), candidate.partitions, candidate.name.c_str());
  }
}

std::string Factor(double factor) {
  std::array<char, 32> text = {};
  std::snprintf(text.data(), text.size(), "%.2f times", factor);
  return text.data();
}

// "is 1.50 times as fast as the CPU", or "takes 2.00 times as long as the CPU".
std::string Compared(const Candidate& cpu, const Candidate& candidate, const std::string& with) {
  const double speedup = Speedups(cpu, candidate).median;
  return speedup >= 1 ? "is " + Factor(speedup) + " as fast as " + with
                      : "takes " + Factor(1 / speedup) + " as long as " + with;
}

std::string WithOptions(const Candidate& candidate) {
  if (candidate.options.empty()) return candidate.name;
  std::string text;
  for (const auto& [key, value] : candidate.options) {
    text.append(text.empty() ? "-o " : " -o ").append(key).append("=").append(value);
  }
  return candidate.name + " (" + text + ")";
}

// Returns the fastest candidate that uses the device.
const Candidate& BestOnDevice(const std::vector<Candidate>& candidates) {
  return *std::ranges::min_element(candidates.begin() + 1, candidates.end(), {},
                                   [](const Candidate& candidate) { return Summarize(candidate.ms).median; });
}

std::string AdviceOnGpu(const Comparison& comparison) {
  const std::vector<Candidate>& candidates = comparison.candidates;
  const size_t choice = Choose(candidates);
  const std::string with = comparison.peer.empty() ? "litevk's CPU kernels" : comparison.peer;
  if (choice == 0) {
    return "Use the CPU: the GPU is not faster than " + with + " in nine runs of ten; it " +
           Compared(candidates.front(), BestOnDevice(candidates), with) + ".";
  }
  const Candidate& best = candidates[choice];
  const std::string result = "it " + Compared(candidates.front(), best, with) + ".";
  if (!comparison.peer.empty()) return "Use " + WithOptions(best) + ": " + result;
  return "No advice: only litevk's CPU kernels were compared, which are slower than those of the interpreter "
         "that you "
         "would use otherwise (" +
         comparison.peer_missing +
         "; --python names a Python that has ai-edge-litert). The best on the GPU is " + WithOptions(best) +
         ": " + result;
}

}  // namespace

size_t Choose(const std::vector<Candidate>& candidates) {
  size_t best = 0;
  for (size_t i = 1; i < candidates.size(); ++i) {
    if (candidates[i].partitions == 0) continue;
    if (Summarize(candidates[i].ms).median < Summarize(candidates[best].ms).median) best = i;
  }
  return Speedups(candidates.front(), candidates[best]).p10 > 1 ? best : 0;
}

std::string Advice(const Comparison& comparison) {
  const std::vector<Candidate>& candidates = comparison.candidates;
  const bool has_device =
      std::ranges::any_of(candidates, [](const Candidate& candidate) { return candidate.partitions > 0; });
  if (!has_device) {
    const std::string why = comparison.refusals.empty() ? "" : ": " + comparison.refusals;
    return "Use the CPU: the delegate takes no part of this model to a device" + why + ".";
  }
  if (comparison.cpu_device.empty()) return AdviceOnGpu(comparison);
  const std::string with = comparison.peer.empty() ? "litevk's CPU kernels" : comparison.peer;
  return "Use the CPU: " + comparison.cpu_device +
         " is a CPU driver, and its times show nothing about a GPU (it " +
         Compared(candidates.front(), BestOnDevice(candidates), with) + ").";
}

Result<nlohmann::ordered_json> Advise(const BenchArguments& arguments) {
  LITEVK_ASSIGN_OR_RETURN(Field field, MakeField(arguments));
  LITEVK_RETURN_IF_ERROR(RunRounds(arguments, field));
  const Comparison& comparison = field.comparison;
  const std::vector<Candidate>& candidates = comparison.candidates;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Candidate& candidate : candidates) {
    rows.push_back({{"name", candidate.name},
                    {"options", TextOf(candidate.options)},
                    {"partitions", candidate.partitions},
                    {"ms", ToJson(Summarize(candidate.ms))},
                    {"speedup", ToJson(Speedups(candidates.front(), candidate))}});
  }
  tools::Printf("%s\n", arguments.graph.c_str());
  if (comparison.peer.empty()) {
    tools::Printf("the CPU is litevk's own kernels, which are slower than other interpreters': %s\n",
                  comparison.peer_missing.c_str());
  } else {
    tools::Printf("the CPU is %s with its default kernels (XNNPACK), num_threads %d\n",
                  comparison.peer.c_str(), arguments.num_threads);
  }
  PrintTable(candidates);
  tools::Printf("\n%s\n", Advice(comparison).c_str());
  return nlohmann::ordered_json{{"schema_version", 1},
                                {"graph", arguments.graph.string()},
                                {"cpu", comparison.peer.empty() ? "litevk" : comparison.peer},
                                {"candidates", std::move(rows)},
                                {"advice", Advice(comparison)}};
}

}  // namespace litevk::bench
