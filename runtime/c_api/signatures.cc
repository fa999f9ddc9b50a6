#include <algorithm>
#include <cstring>

#include "runtime/c_api/handles.h"
#include "runtime/tflite/schema/tflite_generated.h"

namespace c_api = litevk::c_api;
namespace schema = litevk::schema;

namespace {

using TensorMaps = flatbuffers::Vector<flatbuffers::Offset<schema::TensorMap>>;

template <typename Vector>
int CountOf(const Vector* vector) {
  return vector == nullptr ? 0 : static_cast<int>(vector->size());
}

const char* TextOf(const flatbuffers::String* string) { return string == nullptr ? "" : string->c_str(); }

const schema::SignatureDef* SignatureAt(const LitevkInterpreter* interpreter, int index) {
  const auto* signatures = interpreter->interpreter->model().root().signature_defs();
  if (index < 0 || index >= CountOf(signatures)) return nullptr;
  return signatures->Get(static_cast<flatbuffers::uoffset_t>(index));
}

const schema::SignatureDef* FindSignature(const LitevkInterpreter* interpreter, const char* key) {
  for (int index = 0; key != nullptr; ++index) {
    const schema::SignatureDef* signature = SignatureAt(interpreter, index);
    if (signature == nullptr || std::strcmp(TextOf(signature->signature_key()), key) == 0) return signature;
  }
  return nullptr;
}

const TensorMaps* InputsOf(const schema::SignatureDef* signature) {
  return signature == nullptr ? nullptr : signature->inputs();
}

const TensorMaps* OutputsOf(const schema::SignatureDef* signature) {
  return signature == nullptr ? nullptr : signature->outputs();
}

const char* NameAt(const TensorMaps* maps, int index) {
  if (index < 0 || index >= CountOf(maps)) return nullptr;
  return TextOf(maps->Get(static_cast<flatbuffers::uoffset_t>(index))->name());
}

// Returns the id of the tensor with that name; -1 if there is none.
int FindTensor(const TensorMaps* maps, const char* name) {
  for (int index = 0; name != nullptr && index < CountOf(maps); ++index) {
    const auto* map = maps->Get(static_cast<flatbuffers::uoffset_t>(index));
    if (std::strcmp(TextOf(map->name()), name) == 0) return static_cast<int>(map->tensor_index());
  }
  return -1;
}

std::string NamesOf(const TensorMaps* maps) {
  std::string names;
  for (int index = 0; index < CountOf(maps); ++index) {
    names.append(names.empty() ? "'" : ", '").append(NameAt(maps, index)).append("'");
  }
  return names.empty() ? "none" : names;
}

litevk::Subgraph& SubgraphOf(const LitevkInterpreter* interpreter, const schema::SignatureDef& signature) {
  return interpreter->interpreter->subgraph(static_cast<int>(signature.subgraph_index()));
}

LitevkTensor* TensorOf(const LitevkInterpreter* interpreter, const schema::SignatureDef* signature, int id) {
  if (signature == nullptr) return nullptr;
  return c_api::FindTensor(interpreter, static_cast<int>(signature->subgraph_index()), id);
}

litevk::Status NoSignature(const LitevkInterpreter* interpreter, const char* key) {
  std::string keys;
  for (int index = 0; const schema::SignatureDef* signature = SignatureAt(interpreter, index); ++index) {
    keys.append(keys.empty() ? "'" : ", '").append(TextOf(signature->signature_key())).append("'");
  }
  return litevk::InvalidArgument("the model has no signature '" + std::string(key == nullptr ? "" : key) +
                                 "'; it has " + (keys.empty() ? "none" : keys));
}

}  // namespace

int LitevkInterpreterGetSignatureCount(const LitevkInterpreter* interpreter) {
  return CountOf(interpreter->interpreter->model().root().signature_defs());
}

const char* LitevkInterpreterGetSignatureKey(const LitevkInterpreter* interpreter, int signature) {
  const schema::SignatureDef* found = SignatureAt(interpreter, signature);
  return found == nullptr ? nullptr : TextOf(found->signature_key());
}

int LitevkInterpreterGetSignatureInputCount(const LitevkInterpreter* interpreter, const char* key) {
  return CountOf(InputsOf(FindSignature(interpreter, key)));
}

const char* LitevkInterpreterGetSignatureInputName(const LitevkInterpreter* interpreter, const char* key,
                                                   int input) {
  return NameAt(InputsOf(FindSignature(interpreter, key)), input);
}

int LitevkInterpreterGetSignatureOutputCount(const LitevkInterpreter* interpreter, const char* key) {
  return CountOf(OutputsOf(FindSignature(interpreter, key)));
}

const char* LitevkInterpreterGetSignatureOutputName(const LitevkInterpreter* interpreter, const char* key,
                                                    int output) {
  return NameAt(OutputsOf(FindSignature(interpreter, key)), output);
}

LitevkTensor* LitevkInterpreterGetSignatureInput(const LitevkInterpreter* interpreter, const char* key,
                                                 const char* name) {
  const schema::SignatureDef* signature = FindSignature(interpreter, key);
  return TensorOf(interpreter, signature, FindTensor(InputsOf(signature), name));
}

const LitevkTensor* LitevkInterpreterGetSignatureOutput(const LitevkInterpreter* interpreter, const char* key,
                                                        const char* name) {
  const schema::SignatureDef* signature = FindSignature(interpreter, key);
  return TensorOf(interpreter, signature, FindTensor(OutputsOf(signature), name));
}

LitevkStatus LitevkInterpreterResizeSignatureInput(LitevkInterpreter* interpreter, const char* key,
                                                   const char* name, const int* dims, int dims_count) {
  return c_api::Run(interpreter, [&]() -> litevk::Status {
    const schema::SignatureDef* signature = FindSignature(interpreter, key);
    if (signature == nullptr) return NoSignature(interpreter, key);
    const std::vector<int>& ids = SubgraphOf(interpreter, *signature).inputs();
    const int tensor = FindTensor(InputsOf(signature), name);
    const auto found = std::ranges::find(ids, tensor);
    if (tensor < 0 || found == ids.end()) {
      return litevk::InvalidArgument("signature '" + std::string(key) + "' has no input '" +
                                     (name == nullptr ? "" : name) + "'; it has " +
                                     NamesOf(InputsOf(signature)));
    }
    LITEVK_ASSIGN_OR_RETURN(const litevk::ir::Shape shape, c_api::MakeShape(dims, dims_count));
    return c_api::Resize(*interpreter, static_cast<int>(signature->subgraph_index()),
                         static_cast<int>(found - ids.begin()), shape);
  });
}

LitevkStatus LitevkInterpreterAllocateSignature(LitevkInterpreter* interpreter, const char* key) {
  return c_api::Run(interpreter, [&]() -> litevk::Status {
    const schema::SignatureDef* signature = FindSignature(interpreter, key);
    if (signature == nullptr) return NoSignature(interpreter, key);
    return c_api::Allocate(*interpreter, static_cast<int>(signature->subgraph_index()));
  });
}

int LitevkInterpreterGetSignatureSubgraph(const LitevkInterpreter* interpreter, const char* key) {
  const schema::SignatureDef* signature = FindSignature(interpreter, key);
  return signature == nullptr ? -1 : static_cast<int>(signature->subgraph_index());
}

int LitevkInterpreterGetSignatureNodeCount(const LitevkInterpreter* interpreter, const char* key) {
  const schema::SignatureDef* signature = FindSignature(interpreter, key);
  const auto lock = c_api::Wait(interpreter);
  return signature == nullptr ? 0 : static_cast<int>(SubgraphOf(interpreter, *signature).plan().size());
}

LitevkStatus LitevkInterpreterGetSignatureNodeInfo(const LitevkInterpreter* interpreter, const char* key,
                                                   int position, LitevkNodeInfo* info) {
  const schema::SignatureDef* signature = FindSignature(interpreter, key);
  if (signature == nullptr) return kLitevkApplicationError;
  return c_api::DescribeNode(interpreter, static_cast<int>(signature->subgraph_index()), position, info);
}

LitevkTensor* LitevkInterpreterGetSignatureTensor(const LitevkInterpreter* interpreter, const char* key,
                                                  int index) {
  return TensorOf(interpreter, FindSignature(interpreter, key), index);
}

LitevkStatus LitevkInterpreterInvokeSignature(LitevkInterpreter* interpreter, const char* key) {
  return c_api::Run(interpreter, [&]() -> litevk::Status {
    const schema::SignatureDef* signature = FindSignature(interpreter, key);
    if (signature == nullptr) return NoSignature(interpreter, key);
    return c_api::Invoke(*interpreter, static_cast<int>(signature->subgraph_index()));
  });
}
