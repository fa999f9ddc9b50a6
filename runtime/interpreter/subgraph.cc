#include "runtime/interpreter/subgraph.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/model/load_tensor.h"
#include "runtime/model/tensor_data.h"
#include "runtime/opset/op_info.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

// Most tensors that a kernel may add in one call before pointers to other tensors become invalid.
constexpr size_t kSpareTensors = 16;

std::vector<int> ToInts(const flatbuffers::Vector<int32_t>* values) {
  if (values == nullptr) return {};
  return {values->begin(), values->end()};
}

// True if a kernel's init failed: it then returns -1 in place of a pointer.
bool IsInitFailure(const void* user_data) { return reinterpret_cast<intptr_t>(user_data) == -1; }

}  // namespace

Subgraph::Subgraph(SubgraphOwner& owner, int index) : owner_(owner), index_(index) {
  context_.impl_ = this;
  context_.recommended_num_threads = owner.options().num_threads;
  SetCallbacks(context_);
}

Subgraph::~Subgraph() {
  FreeNodes(0);
  for (abi::TfLiteTensor& tensor : tensors_) {
    FreeBufferHandle(tensor);
    if (memory_.Contains(tensor.data.data)) tensor.data.data = nullptr;
    FreeTensor(tensor);
  }
}

Status Subgraph::Load(const schema::SubGraph& source, std::span<const abi::TfLiteRegistration> ops) {
  const std::string where = "subgraph " + std::to_string(index_);
  name_ = source.name() == nullptr ? "" : source.name()->str();
  inputs_ = ToInts(source.inputs());
  outputs_ = ToInts(source.outputs());
  if (source.tensors() != nullptr) {
    AddTensors(static_cast<int>(source.tensors()->size()));
    for (int id = 0; id < tensor_count(); ++id) {
      const auto* from = source.tensors()->Get(static_cast<flatbuffers::uoffset_t>(id));
      const Status status = LoadTensor(owner_.model(), *from, tensor(id));
      if (!status.ok()) {
        return {status.code(), where + " tensor " + std::to_string(id) + ": " + status.message()};
      }
    }
  }
  if (source.operators() == nullptr) return {};
  for (const schema::Operator* op : *source.operators()) {
    const Status status = LoadNode(*op, ops);
    if (!status.ok()) {
      return {status.code(), where + " operator " + std::to_string(own_nodes_) + ": " + status.message()};
    }
    own_nodes_ = nodes_.size();
  }
  return {};
}

Status Subgraph::LoadNode(const schema::Operator& source, std::span<const abi::TfLiteRegistration> ops) {
  const abi::TfLiteRegistration& op = ops[source.opcode_index()];
  auto record = std::make_unique<NodeRecord>(op, ToInts(source.inputs()), ToInts(source.outputs()),
                                             ToInts(source.intermediates()));
  std::span<const std::byte> custom;
  if (op.builtin_code == abi::kTfLiteBuiltinCustom) {
    custom = owner_.model().CustomOptions(source);
    record->node.custom_initial_data = custom.data();
    record->node.custom_initial_data_size = static_cast<int>(custom.size());
  } else {
    LITEVK_ASSIGN_OR_RETURN(record->options, ParseBuiltinOptions(source, op.builtin_code));
    record->node.builtin_data = record->options.get();
  }
  return AddNode(std::move(record), custom);
}

Status Subgraph::AddNode(std::unique_ptr<NodeRecord> record, std::span<const std::byte> init_bytes) {
  if (!record->is_complete()) return {StatusCode::kResourceExhausted, "no memory for a node"};
  abi::TfLiteNode& node = record->node;
  const abi::TfLiteRegistration& op = record->registration;
  const void* buffer = init_bytes.data() == nullptr ? node.builtin_data : init_bytes.data();
  if (op.init != nullptr) {
    node.user_data = op.init(&context_, static_cast<const char*>(buffer), init_bytes.size());
  }
  if (IsInitFailure(node.user_data)) {
    node.user_data = nullptr;
    return Internal("Failed to initialize kernel.");
  }
  node.might_have_side_effect = MightHaveSideEffect(*record);
  state_ = State::kUninvokable;
  plan_.push_back(node_count());
  nodes_.push_back(std::move(record));
  return {};
}

bool Subgraph::MightHaveSideEffect(const NodeRecord& record) {
  const OpInfo* info = FindOpInfo(record.registration.builtin_code);
  if (info != nullptr && info->called_subgraphs != nullptr) return true;
  const auto is_resource = [&](int id) { return id >= 0 && tensor(id).type == abi::kTfLiteResource; };
  return std::ranges::any_of(Values(record.node.inputs), is_resource) ||
         std::ranges::any_of(Values(record.node.outputs), is_resource);
}

void Subgraph::FreeNodes(size_t first) {
  for (size_t index = first; index < nodes_.size(); ++index) {
    NodeRecord& record = *nodes_[index];
    if (record.registration.free != nullptr && record.node.user_data != nullptr) {
      record.registration.free(&context_, record.node.user_data);
    }
  }
  nodes_.resize(first);
}

void Subgraph::FreeBufferHandle(abi::TfLiteTensor& tensor) {
  if (tensor.buffer_handle == abi::kTfLiteNullBufferHandle) return;
  abi::TfLiteDelegate* delegate = tensor.delegate;
  if (delegate != nullptr && delegate->FreeBufferHandle != nullptr) {
    delegate->FreeBufferHandle(&context_, delegate, &tensor.buffer_handle);
  }
  tensor.buffer_handle = abi::kTfLiteNullBufferHandle;
}

int Subgraph::AddTensors(int count) {
  const int first = tensor_count();
  abi::TfLiteTensor empty = {};
  empty.buffer_handle = abi::kTfLiteNullBufferHandle;
  tensors_.resize(tensors_.size() + static_cast<size_t>(count), empty);
  context_.tensors = tensors_.data();
  context_.tensors_size = tensors_.size();
  return first;
}

void Subgraph::ReserveTensors() {
  const size_t needed = tensors_.size() + kSpareTensors;
  if (needed > tensors_.capacity()) tensors_.reserve(std::max(needed, tensors_.size() * 2));
  context_.tensors = tensors_.data();
}

bool Subgraph::HasDynamic(std::span<const int> ids) {
  for (const int id : ids) {
    if (id < 0 || tensor(id).allocation_type != abi::kTfLiteDynamic) continue;
    dynamic_tensor_ = id;
    return true;
  }
  return false;
}

abi::TfLiteStatus Subgraph::Resize(int id, const ir::Shape& dims) {
  const abi::TfLiteTensor& target = tensor(id);
  if (target.data.data != nullptr && std::ranges::equal(Values(target.dims), dims.dims())) {
    return abi::kTfLiteOk;
  }
  if (state_ == State::kImmutable) UndoDelegates();
  state_ = State::kUninvokable;
  return ResizeTensor(tensor(id), MakeIntArray(dims.dims()));
}

bool Subgraph::IsResizable(const abi::TfLiteTensor& tensor) const {
  return tensor.allocation_type != abi::kTfLiteMemNone && tensor.allocation_type != abi::kTfLiteMmapRo &&
         tensor.allocation_type != abi::kTfLiteVariantObject;
}

abi::TfLiteStatus Subgraph::ResizeTensor(abi::TfLiteTensor& tensor, IntArray dims) {
  // A caller may pass the tensor's own dims array.
  const auto set_dims = [&] {
    if (dims.get() != tensor.dims) std::free(tensor.dims);
    tensor.dims = dims.release();
    return abi::kTfLiteOk;
  };
  if (dims == nullptr) return Fail("no memory for a shape");
  if (!IsResizable(tensor)) {
    if (dims.get() == tensor.dims) static_cast<void>(dims.release());
    return Fail("Attempting to resize a fixed-size tensor.");
  }
  const bool is_same = SameValues(tensor.dims, dims.get());
  if (!HasFixedSize(tensor.type)) {
    was_resized_ = was_resized_ || !is_same;
    return set_dims();
  }
  const Result<size_t> bytes = BytesRequired(tensor.type, Values(dims.get()));
  if (!bytes.ok()) return Fail(bytes.status().message());
  if (is_same && tensor.data.data != nullptr && tensor.bytes == *bytes) return set_dims();
  was_resized_ = was_resized_ || !is_same;
  if (OwnsData(tensor) && memory_.Contains(tensor.data.data)) tensor.data.data = nullptr;
  if (!ReserveData(tensor, *bytes)) {
    return Fail("no memory for a tensor of " + std::to_string(*bytes) + " bytes");
  }
  tensor.bytes = *bytes;
  if (tensor.allocation_type == abi::kTfLiteArenaRw ||
      tensor.allocation_type == abi::kTfLiteArenaRwPersistent) {
    tensor.data.data = nullptr;  // until the next allocation
  }
  return set_dims();
}

abi::TfLiteStatus Subgraph::Fail(const std::string& message, abi::TfLiteStatus status) {
  owner_.ReportError(message);
  return status;
}

}  // namespace litevk
