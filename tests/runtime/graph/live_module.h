// Modules of which only live code is kept, for tests.
#pragma once

#include "runtime/graph/live_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "runtime/graph/spirv_module.h"
#include "runtime/platform/files.h"
#include "tests/runtime/graph/spirv_instructions.h"

namespace litevk::gpu {

// Opcodes that precede functions (SPIR-V 1.3 specification, 3.32).
inline constexpr uint32_t kTypeFunction = 33;

enum Id : uint32_t {
  kVoid = 1,
  kBool,
  kUint,
  kPointer,
  kMainType,
  kFunctionType,
  kPointerFunctionType,
  kTrue,
  kZero,
  kOne,
  kSeven,
  kMain,
  kCalled,
  kParameter,
  kBuffer,  // a variable that the device can see
  kInput,   // a value that is no constant, and the same as a boolean
  kCondition,
  kA,  // ids that tests define
  kB,
  kC,
  kD,
  kE,
  kF,
  kG,
};

using namespace spirv;  // NOLINT: the numbers of instructions

inline constexpr uint32_t kStorageBuffer = 12;

inline constexpr uint32_t kLocal = 7;

inline Instruction Labelled(uint32_t id) { return {kLabel, id}; }

inline Instruction Stored(uint32_t value) { return {kStore, kBuffer, value}; }

// Returns the instructions of the functions that KeepLiveCode leaves of a module with these functions.
inline std::vector<Instruction> Left(const std::vector<Instruction>& functions) {
  std::vector<Instruction> all = {{kEntryPoint, 5, kMain, 0},
                                  {kTypeVoid, kVoid},
                                  {kTypeBool, kBool},
                                  {kTypeInt, kUint, 32, 0},
                                  {kTypePointer, kPointer, kLocal, kUint},
                                  {kTypeFunction, kMainType, kVoid},
                                  {kTypeFunction, kFunctionType, kUint, kUint},
                                  {kTypeFunction, kPointerFunctionType, kUint, kPointer},
                                  {kConstantTrue, kBool, kTrue},
                                  {kConstant, kUint, kZero, 0},
                                  {kConstant, kUint, kOne, 1},
                                  {kConstant, kUint, kSeven, 7},
                                  {kVariable, kPointer, kBuffer, kStorageBuffer},
                                  {kUndef, kUint, kInput},
                                  {kUndef, kBool, kCondition}};
  all.insert(all.end(), functions.begin(), functions.end());
  std::vector<Instruction> left = InstructionsOf(KeepLiveCode(ModuleOf(all)));
  const auto is_function = [](const Instruction& instruction) { return instruction[0] == kFunction; };
  left.erase(left.begin(), std::ranges::find_if(left, is_function));
  return left;
}

inline std::vector<Instruction> Main(std::vector<Instruction> code) {
  code.insert(code.begin(), {{kFunction, kVoid, kMain, 0, kMainType}, Labelled(kA)});
  code.push_back({kReturn});
  code.push_back({kFunctionEnd});
  return code;
}

inline std::vector<Instruction> Only(uint32_t op, const std::vector<Instruction>& code) {
  std::vector<Instruction> found;
  std::ranges::copy_if(code, std::back_inserter(found), [&](const Instruction& i) { return i[0] == op; });
  return found;
}

}  // namespace litevk::gpu
