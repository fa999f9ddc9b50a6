// The answers of a device's self-test, kept in a file between processes.
#pragma once

#include <string>
#include <vector>

#include "delegate/self_test/self_test.h"
#include "runtime/vk/device.h"

namespace litevk {

// Returns a text that tells apart devices, drivers, features in use and builds of litevk.
std::string IdentityOf(const vk::Device& device);

class AnswerFile {
 public:
  // Names the file in `folder` for the device with these features in use.
  AnswerFile(const std::string& folder, const vk::Device& device);

  const std::string& path() const { return path_; }

  // Reads the answers; empty if there is no file, or one of another device, driver or version.
  std::vector<SelfTestAnswer> Read() const;
  Status Write(const std::vector<SelfTestAnswer>& answers) const;

 private:
  std::string path_;
  std::string made_for_;
};

}  // namespace litevk
