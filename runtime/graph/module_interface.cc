#include "runtime/graph/module_interface.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "runtime/graph/module_types.h"
#include "runtime/graph/spirv.h"

namespace litevk::gpu {
namespace {

// Numbers of the SPIR-V 1.3 specification: the module's layout (2.3), instructions (3.32), storage classes
// (3.7), execution models (3.3) and modes (3.6).
constexpr uint32_t kMagic = 0x07230203;
constexpr uint32_t kNewestVersion = 0x00010300;
constexpr uint32_t kComputeModel = 5;
constexpr uint32_t kLocalSizeMode = 17;
constexpr uint32_t kLocalSizeIdMode = 38;
enum Op : uint32_t {
  kEntryPoint = 15,
  kExecutionMode = 16,
  kCapability = 17,
  kVariable = 59,
  kExecutionModeId = 331,
};
enum StorageClass : uint32_t {
  kUniformConstant = 0,
  kUniform = 2,
  kWorkgroup = 4,
  kPushConstant = 9,
  kStorageBuffer = 12,
};

// Returns a literal string: bytes up to a zero, four in a word.
std::string_view TextAt(std::span<const uint32_t> words, size_t index) {
  if (index >= words.size()) return {};
  const auto* const text = reinterpret_cast<const char*>(words.data() + index);
  return {text, strnlen(text, (words.size() - index) * sizeof(uint32_t))};
}

class Reader {
 public:
  explicit Reader(std::string_view entry_point) : wanted_(entry_point) {}

  Status Read(std::span<const uint32_t> words) {
    for (auto rest = words.subspan(kSpirvHeaderWords); !rest.empty();) {
      const size_t at = words.size() - rest.size();
      const std::span<const uint32_t> instruction = TakeInstruction(rest);
      if (instruction.empty()) {
        return InvalidArgument("the module is damaged: the instruction at word " + std::to_string(at) +
                               " does not end within it");
      }
      LITEVK_RETURN_IF_ERROR(Take(instruction));
    }
    return entry_point_ == 0 ? NoEntryPoint() : Status();
  }

  ModuleInterface Finish() {
    if (const auto size = types_.WorkgroupSize()) result_.local_size = *size;
    std::ranges::sort(result_.bindings, {},
                      [](const ModuleBinding& b) { return std::pair(b.set, b.binding); });
    return std::move(result_);
  }

 private:
  Status NoEntryPoint() const {
    std::string text = "the module has no compute shader named \"" + wanted_ + "\"";
    for (const std::string& name : other_names_) {
      text += (&name == other_names_.data() ? "; it has \"" : ", \"") + name + "\"";
    }
    return InvalidArgument(std::move(text));
  }

  Status Take(std::span<const uint32_t> words) {
    switch (words[0] & 0xFFFF) {
      case kCapability:
        result_.capabilities.push_back(WordAt(words, 1));
        break;
      case kEntryPoint:
        TakeEntryPoint(words);
        break;
      case kExecutionMode:
        if (WordAt(words, 1) == entry_point_ && WordAt(words, 2) == kLocalSizeMode) {
          result_.local_size = {WordAt(words, 3), WordAt(words, 4), WordAt(words, 5)};
        }
        break;
      case kExecutionModeId:
        if (WordAt(words, 2) == kLocalSizeIdMode) {
          return InvalidArgument("the module states its workgroup size by LocalSizeId, expected LocalSize");
        }
        break;
      case kVariable:
        TakeVariable(WordAt(words, 1), WordAt(words, 2), WordAt(words, 3));
        break;
      default:
        types_.Take(words);
        break;
    }
    return {};
  }

  void TakeEntryPoint(std::span<const uint32_t> words) {
    if (WordAt(words, 1) != kComputeModel) return;
    const std::string_view name = TextAt(words, 3);
    if (name == wanted_) {
      entry_point_ = WordAt(words, 2);
    } else {
      other_names_.emplace_back(name);
    }
  }

  void TakeVariable(uint32_t pointer, uint32_t id, uint32_t storage) {
    const uint32_t type = types_.Pointee(pointer);
    if (storage == kPushConstant) result_.push_bytes = (types_.SizeOf(type) + 3) / 4 * 4;
    if (storage == kWorkgroup) result_.shared_bytes += types_.SizeOf(type);
    if (storage != kUniformConstant && storage != kUniform && storage != kStorageBuffer) return;
    const bool is_buffer =
        storage == kStorageBuffer || types_.Find(type, Decoration::kBufferBlock).has_value();
    Add({.set = types_.Find(id, Decoration::kDescriptorSet).value_or(0),
         .binding = types_.Find(id, Decoration::kBinding).value_or(0),
         .is_storage_buffer = is_buffer && types_.IsStruct(type),
         .is_readonly = types_.IsReadonly(id, type)});
  }

  // Variables with one binding are views of one buffer.
  void Add(const ModuleBinding& binding) {
    const auto same = std::ranges::find_if(result_.bindings, [&](const ModuleBinding& other) {
      return other.set == binding.set && other.binding == binding.binding;
    });
    if (same == result_.bindings.end()) {
      result_.bindings.push_back(binding);
    } else {
      same->is_readonly &= binding.is_readonly;
      same->is_storage_buffer &= binding.is_storage_buffer;
    }
  }

  std::string wanted_;
  uint32_t entry_point_ = 0;
  std::vector<std::string> other_names_;
  ModuleTypes types_;
  ModuleInterface result_;
};

std::string VersionText(uint32_t version) {
  return std::to_string(version >> 16 & 0xFF) + "." + std::to_string(version >> 8 & 0xFF);
}

}  // namespace

Result<ModuleInterface> ReadInterface(std::span<const uint32_t> words, std::string_view entry_point) {
  if (words.size() < kSpirvHeaderWords || words[0] != kMagic) {
    return InvalidArgument("the module is no SPIR-V: expected " + std::to_string(kSpirvHeaderWords) +
                           " words or more, the first of which is 0x07230203");
  }
  if (words[1] > kNewestVersion) {
    return InvalidArgument("the module is SPIR-V " + VersionText(words[1]) +
                           ", expected at most 1.3 (glslangValidator --target-env vulkan1.1)");
  }
  Reader reader(entry_point);
  LITEVK_RETURN_IF_ERROR(reader.Read(words));
  return reader.Finish();
}

}  // namespace litevk::gpu
