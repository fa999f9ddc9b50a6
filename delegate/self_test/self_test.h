// Known answers before a device is used: drivers lie, and a plan is as right as what it relies on. Each
// question is a dispatch whose results the host knows (docs/design/self_test.md).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/vk/device.h"

namespace litevk {

// The outcome of a question.
struct SelfTestAnswer {
  std::string question;                // "subgroups"
  std::optional<vk::Feature> feature;  // switched off if the answer is wrong; none: the device is refused
  bool was_asked = false;              // false: plans for this device do not use it
  std::string wrong;                   // "a sum, lane 3: expected 1, found 2"; empty: right
};

// Asks about everything that plans for the device use. Fails if the device is lost, has no memory or runs
// nothing at all.
Result<std::vector<SelfTestAnswer>> RunSelfTest(const std::shared_ptr<const vk::Device>& device);

// Returns the features of wrong answers.
vk::FeatureSet WrongFeatures(const std::vector<SelfTestAnswer>& answers);

// Returns each question with its outcome: "right", "not used" or the wrong answer.
std::vector<std::pair<std::string, std::string>> OutcomesOf(const std::vector<SelfTestAnswer>& answers);

// Returns why the device cannot be used at all: the wrong answer that no feature stands for; empty if there
// is none.
std::string WhyRefused(const std::vector<SelfTestAnswer>& answers);

}  // namespace litevk
