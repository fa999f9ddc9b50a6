#include "runtime/model/model.h"

#include <algorithm>
#include <utility>

#include "runtime/model/model_check.h"
#include "runtime/model/other_formats.h"
#include "runtime/platform/mapped_file.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace litevk {
namespace {

constexpr size_t kFileAlignment = 16;  // the largest alignment that the format requires
constexpr size_t kIdentifierEnd = 8;   // the root's offset, then "TFL3"

bool IsAligned(const std::byte* data, size_t alignment) {
  return reinterpret_cast<uintptr_t>(data) % alignment == 0;
}

std::unique_ptr<std::byte[]> Copy(std::span<const std::byte> bytes) {
  std::unique_ptr<std::byte[]> copy(new std::byte[bytes.size()]);
  std::ranges::copy(bytes, copy.get());
  return copy;
}

// Returns the alignment that reading an element through a typed pointer needs.
size_t AlignmentOf(schema::TensorType type) {
  if (type == schema::TensorType::STRING) return sizeof(int32_t);
  return std::clamp<size_t>(static_cast<size_t>(model_check::ElementBits(type)) / 8, 1, sizeof(double));
}

// Checks that all of the FlatBuffer's tables, vectors and strings lie in it. Buffers may lie behind the 2 GiB
// limit of a FlatBuffer.
Status VerifyFlatBuffer(std::span<const std::byte> bytes) {
  if (bytes.size() < kIdentifierEnd ||
      !schema::ModelBufferHasIdentifier(reinterpret_cast<const uint8_t*>(bytes.data()))) {
    return InvalidArgument("not a .tflite file: bytes 4 to 7 are not \"TFL3\"" +
                           model_check::OtherFormat(bytes));
  }
  const size_t size = std::min<size_t>(bytes.size(), FLATBUFFERS_MAX_BUFFER_SIZE - 1);
  flatbuffers::Verifier verifier(reinterpret_cast<const uint8_t*>(bytes.data()), size);
  if (schema::VerifyModelBuffer(verifier)) return {};
  return InvalidArgument("the file of " + std::to_string(bytes.size()) +
                         " bytes is damaged or cut off: a part of its FlatBuffer lies outside of it");
}

}  // namespace

Model::Model() = default;
Model::~Model() = default;

Result<std::shared_ptr<const Model>> Model::FromFile(const std::string& path) {
  Result<MappedFile> file = MappedFile::Open(path);
  if (!file.ok()) {
    const std::string message = file.status().message() + model_check::OtherFolder(path);
    return model_check::At(path, Status(file.status().code(), message));
  }
  std::shared_ptr<Model> model(new Model);
  model->bytes_ = file->bytes();
  model->file_ = std::make_unique<const MappedFile>(std::move(*file));
  LITEVK_RETURN_IF_ERROR(model_check::At(path, model->Load()));
  return std::shared_ptr<const Model>(std::move(model));
}

Result<std::shared_ptr<const Model>> Model::FromBuffer(std::span<const std::byte> bytes) {
  std::shared_ptr<Model> model(new Model);
  model->bytes_ = bytes;
  if (!IsAligned(bytes.data(), kFileAlignment)) {
    model->copies_.push_back(Copy(bytes));
    model->bytes_ = {model->copies_.back().get(), bytes.size()};
  }
  LITEVK_RETURN_IF_ERROR(model->Load());
  return std::shared_ptr<const Model>(std::move(model));
}

Status Model::Load() {
  LITEVK_RETURN_IF_ERROR(VerifyFlatBuffer(bytes_));
  root_ = schema::GetModel(bytes_.data());
  model_check::Budget budget(bytes_.size());
  LITEVK_RETURN_IF_ERROR(model_check::CheckModel({*root_, bytes_, budget}));
  for (const schema::Buffer* buffer : *root_->buffers()) {
    buffers_.push_back(model_check::BufferBytes(*buffer, bytes_));
  }
  buffers_[0] = {};  // buffer 0 means no buffer, whatever the file has there
  for (const schema::SubGraph* subgraph : *root_->subgraphs()) {
    LITEVK_RETURN_IF_ERROR(AlignConstants(*subgraph, budget));
  }
  return {};
}

// Copies unaligned constants. Some writers ignore the format's alignment and put buffers at any multiple of
// 4.
Status Model::AlignConstants(const schema::SubGraph& subgraph, model_check::Budget& budget) {
  for (uint32_t id = 0; id < SizeOf(subgraph.tensors()); ++id) {
    const schema::Tensor& tensor = *subgraph.tensors()->Get(id);
    std::span<const std::byte>& bytes = buffers_[tensor.buffer()];
    if (IsAligned(bytes.data(), AlignmentOf(tensor.type()))) continue;
    LITEVK_RETURN_IF_ERROR(budget.Spend(bytes.size()));
    copies_.push_back(Copy(bytes));
    bytes = {copies_.back().get(), bytes.size()};
  }
  return {};
}

std::span<const std::byte> Model::CustomOptions(const schema::Operator& op) const {
  if (op.custom_options() != nullptr) {
    return std::as_bytes(std::span(op.custom_options()->data(), op.custom_options()->size()));
  }
  if (op.large_custom_options_offset() <= 1) return {};
  return bytes_.subspan(op.large_custom_options_offset(), op.large_custom_options_size());
}

std::optional<std::span<const std::byte>> Model::Metadata(std::string_view name) const {
  for (uint32_t index = 0; index < SizeOf(root_->metadata()); ++index) {
    const schema::Metadata& metadata = *root_->metadata()->Get(index);
    if (metadata.name() != nullptr && metadata.name()->string_view() == name) {
      return buffers_[metadata.buffer()];
    }
  }
  return std::nullopt;
}

std::string Model::MinRuntimeVersion() const {
  const std::span<const std::byte> bytes =
      Metadata("min_runtime_version").value_or(std::span<const std::byte>());
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return std::string(text.substr(0, text.find('\0')));
}

}  // namespace litevk
