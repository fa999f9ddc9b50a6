#include "bench/model/advise.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "bench/model/model_session.h"
#include "bench/model/print.h"
#include "runtime/base/stopwatch.h"

namespace litevk::bench {
namespace {

constexpr double kMsPerSecond = 1000.0;

struct Contender {
  Candidate candidate;
  std::unique_ptr<ModelSession> session;
};

// CPU time over the candidate's, round by round: above 1 where the candidate is faster.
Statistics Speedups(const Candidate& cpu, const Candidate& candidate) {
  std::vector<double> ratios(candidate.ms.size());
  for (size_t round = 0; round < ratios.size(); ++round) ratios[round] = cpu.ms[round] / candidate.ms[round];
  return Summarize(std::move(ratios));
}

std::string Joined(const std::string& options, const std::string& option) {
  return options.empty() || option.empty() ? options + option : options + ";" + option;
}

// The model with the user's options and one more, "" for none.
Status AddContender(const BenchArguments& arguments, const std::string& name, const std::string& option,
                    std::vector<Contender>& contenders) {
  BenchArguments own = arguments;
  own.use_cpu = contenders.empty();
  own.external_delegate_options = Joined(arguments.external_delegate_options, option);
  LITEVK_ASSIGN_OR_RETURN(const Backend backend, BackendOf(own));
  LITEVK_ASSIGN_OR_RETURN(auto session, ModelSession::Create(own, backend, false));
  LITEVK_ASSIGN_OR_RETURN(const auto report, session->ReadReport());
  const Candidate candidate = {
      .name = name,
      .options = own.use_cpu ? "" : own.external_delegate_options,
      .partitions = report.has_value() ? report->programs : session->delegation().kernels};
  contenders.push_back({candidate, std::move(session)});
  return {};
}

// The CPU, the whole of what the GPU can run, and, where that is in several pieces, the largest of them.
Result<std::vector<Contender>> MakeContenders(const BenchArguments& arguments) {
  std::vector<Contender> contenders;
  LITEVK_RETURN_IF_ERROR(AddContender(arguments, "the CPU", "", contenders));
  LITEVK_RETURN_IF_ERROR(AddContender(arguments, "the GPU", "", contenders));
  const int partitions = contenders.back().candidate.partitions;
  if (partitions > 1) {
    LITEVK_RETURN_IF_ERROR(AddContender(arguments, "the GPU for the largest partition",
                                        "max_delegated_partitions:1", contenders));
  }
  if (partitions > 2) {
    LITEVK_RETURN_IF_ERROR(AddContender(arguments, "the GPU for the two largest partitions",
                                        "max_delegated_partitions:2", contenders));
  }
  return contenders;
}

// One run of each, in turn. The first rounds warm up and are not kept.
Status RunRounds(const BenchArguments& arguments, std::vector<Contender>& contenders) {
  double total_ms = 0;
  const auto enough = [&](int rounds) {
    return total_ms >= kMsPerSecond * arguments.max_secs ||
           (rounds >= arguments.num_runs && total_ms >= kMsPerSecond * arguments.min_secs);
  };
  for (int round = -arguments.warmup_runs; round <= 0 || !enough(round); ++round) {
    for (Contender& contender : contenders) {
      LITEVK_ASSIGN_OR_RETURN(const double ms, contender.session->Run());
      if (round >= 0) contender.candidate.ms.push_back(ms);
      total_ms += ms;
    }
  }
  return {};
}

void PrintTable(const std::vector<Candidate>& candidates) {
  std::printf("\n%zu rounds, in each one run of every row\n", candidates.front().ms.size());
  std::printf("  %10s %10s %10s  %-24s %10s  %s\n", "median ms", "p10", "p90", "faster than the CPU",
              "partitions", "");
  for (const Candidate& candidate : candidates) {
    const Statistics times = Summarize(candidate.ms);
    const Statistics ratio = Speedups(candidates.front(), candidate);
    std::array<char, 48> speedup = {};
    std::snprintf(speedup.data(), speedup.size(), "%.2f (%.2f to %.2f)", ratio.median, ratio.p10, ratio.p90);
    std::printf("  %10.3f %10.3f %10.3f  %-24s %10d  %s\n", times.median, times.p10, times.p90,
                speedup.data(), candidate.partitions, candidate.name.c_str());
  }
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

std::string Advice(const std::vector<Candidate>& candidates) {
  const size_t choice = Choose(candidates);
  if (choice == 0) {
    const bool has_gpu =
        std::ranges::any_of(candidates, [](const Candidate& candidate) { return candidate.partitions > 0; });
    return has_gpu ? "Use the CPU: the GPU is not faster in nine runs of ten."
                   : "Use the CPU: the delegate takes no part of this model to a device.";
  }
  const Candidate& best = candidates[choice];
  std::array<char, 32> factor = {};
  std::snprintf(factor.data(), factor.size(), "%.2f", Speedups(candidates.front(), best).median);
  std::string advice = "Use " + best.name;
  if (!best.options.empty()) advice += " (--external_delegate_options='" + best.options + "')";
  return advice + ": it is " + factor.data() +
         " times as fast as litevk's CPU kernels. Those of your interpreter are faster than these: compare "
         "with it.";
}

Result<nlohmann::ordered_json> Advise(const BenchArguments& arguments) {
  LITEVK_ASSIGN_OR_RETURN(std::vector<Contender> contenders, MakeContenders(arguments));
  LITEVK_RETURN_IF_ERROR(RunRounds(arguments, contenders));
  std::vector<Candidate> candidates;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  candidates.reserve(contenders.size());
  for (Contender& contender : contenders) candidates.push_back(std::move(contender.candidate));
  for (const Candidate& candidate : candidates) {
    rows.push_back({{"name", candidate.name},
                    {"options", candidate.options},
                    {"partitions", candidate.partitions},
                    {"ms", ToJson(Summarize(candidate.ms))},
                    {"speedup", ToJson(Speedups(candidates.front(), candidate))}});
  }
  std::printf("%s\n", arguments.graph.c_str());
  PrintTable(candidates);
  std::printf("\n%s\n", Advice(candidates).c_str());
  return nlohmann::ordered_json{{"schema_version", 1},
                                {"graph", arguments.graph.string()},
                                {"candidates", std::move(rows)},
                                {"advice", Advice(candidates)}};
}

}  // namespace litevk::bench
