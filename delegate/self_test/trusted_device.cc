#include "delegate/self_test/trusted_device.h"

#include <map>
#include <mutex>
#include <utility>

#include "delegate/self_test/answer_file.h"
#include "runtime/vk/acquire_device.h"

namespace litevk {
namespace {

// The answers of this process, by the device's identity.
struct KnownAnswers {
  std::mutex mutex;
  std::map<std::string, std::vector<SelfTestAnswer>> by_device;
};

KnownAnswers& Known() {
  static auto* known = new KnownAnswers();
  return *known;
}

Result<std::vector<SelfTestAnswer>> AnswersOf(const std::shared_ptr<const vk::Device>& device,
                                              const std::string& folder, std::vector<std::string>& warnings) {
  KnownAnswers& known = Known();
  const std::scoped_lock lock(known.mutex);
  std::vector<SelfTestAnswer>& kept = known.by_device[IdentityOf(*device)];
  if (!kept.empty()) return kept;
  const AnswerFile file(folder, *device);
  if (!folder.empty()) kept = file.Read();
  if (!kept.empty()) return kept;
  LITEVK_ASSIGN_OR_RETURN(kept, RunSelfTest(device));
  const Status written = folder.empty() ? Status() : file.Write(kept);
  if (!written.ok()) warnings.push_back("the answers of the self-test are not kept: " + written.message());
  return kept;
}

// Returns a line on a feature that is switched off.
std::string LineOf(const SelfTestAnswer& answer, const vk::DeviceInfo& info) {
  return info.name + " (" + info.driver + "): " + std::string(vk::FeatureName(*answer.feature)) +
         " is not used, as the self-test found a wrong answer: " + answer.wrong;
}

}  // namespace

Result<TrustedDevice> AcquireTrustedDevice(vk::DeviceRequest request, AskedDevices asked,
                                           const std::string& folder) {
  TrustedDevice trusted = {.request = std::move(request)};
  LITEVK_ASSIGN_OR_RETURN(trusted.device, vk::AcquireDevice(trusted.request));
  const bool is_cpu = trusted.device->info().type == vk::DeviceType::kCpu;
  if (is_cpu ? !asked.cpu_drivers : !asked.gpus) return trusted;
  const vk::DeviceInfo& info = trusted.device->info();
  auto answers = AnswersOf(trusted.device, folder, trusted.warnings);
  if (!answers.ok()) {
    if (trusted.device->lost()) return answers.status();
    trusted.warnings.push_back(
        info.name + " could not be asked the self-test's questions: " + answers.status().message());
    return trusted;
  }
  trusted.answers = std::move(*answers);
  if (const std::string why = WhyRefused(trusted.answers); !why.empty()) {
    return Unavailable(info.name + " (" + info.driver +
                       ") is not used, as the self-test found a wrong answer: " + why);
  }
  for (const SelfTestAnswer& answer : trusted.answers) {
    if (answer.wrong.empty()) continue;
    trusted.warnings.push_back(LineOf(answer, info));
    trusted.request.disabled_features.Add(*answer.feature);
  }
  if (WrongFeatures(trusted.answers).bits() == 0) return trusted;
  LITEVK_ASSIGN_OR_RETURN(trusted.device, vk::AcquireDevice(trusted.request));
  return trusted;
}

}  // namespace litevk
