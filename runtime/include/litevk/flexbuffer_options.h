/* Reads the options of a custom operator in C. Converters write them as a FlexBuffers map from names to
 * numbers, vectors of integers and texts. The functions return false, and do not change `value`, if the key
 * is missing, its value has another type, or the bytes are no well-formed map. They never read outside of
 * `bytes`.
 *
 *   double offset = 0;
 *   LitevkOptionDouble(buffer, length, "offset", &offset);
 *
 * In C++, flatbuffers/flexbuffers.h reads every kind of value.
 */
#ifndef LITEVK_FLEXBUFFER_OPTIONS_H_
#define LITEVK_FLEXBUFFER_OPTIONS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* NOLINTBEGIN(modernize-use-nullptr): C has no nullptr. */
#ifdef __cplusplus
extern "C" {
#endif

/* A position in the buffer, or outside of it. Offsets in a FlexBuffer point backwards from their own
 * position. */
typedef struct LitevkFlexBytes {
  const uint8_t* bytes;
  size_t size;
} LitevkFlexBytes;

/* Numbers of value types in the format. */
enum {
  kLitevkFlexInt = 1,
  kLitevkFlexUInt = 2,
  kLitevkFlexFloat = 3,
  kLitevkFlexString = 5,
  kLitevkFlexIndirectInt = 6,
  kLitevkFlexIndirectUInt = 7,
  kLitevkFlexIndirectFloat = 8,
  kLitevkFlexMap = 9,
  kLitevkFlexVectorInt = 11,
  kLitevkFlexVectorUInt = 12,
  kLitevkFlexBool = 26
};

/* A value of the map: its position, its width in bytes and its type. For a string or a vector, these are the
 * position of the first element and the width of an element. */
typedef struct LitevkFlexValue {
  size_t at;
  unsigned width;
  int type;
} LitevkFlexValue;

static inline bool LitevkFlexHas(LitevkFlexBytes flex, size_t at, size_t count) {
  return at <= flex.size && count <= flex.size - at;
}

/* Reads a little-endian number of 1, 2, 4 or 8 bytes. */
static inline bool LitevkFlexRead(LitevkFlexBytes flex, size_t at, unsigned width, uint64_t* value) {
  uint64_t result = 0;
  unsigned i = 0;
  if (width == 0 || width > 8 || !LitevkFlexHas(flex, at, width)) return false;
  for (i = 0; i < width; ++i) result |= (uint64_t)flex.bytes[at + i] << (8 * i);
  *value = result;
  return true;
}

/* Returns the target of the offset at `at`. */
static inline bool LitevkFlexFollow(LitevkFlexBytes flex, size_t at, unsigned width, size_t* target) {
  uint64_t offset = 0;
  if (!LitevkFlexRead(flex, at, width, &offset) || offset > at) return false;
  *target = at - (size_t)offset;
  return true;
}

static inline bool LitevkFlexKeyIs(LitevkFlexBytes flex, size_t at, const char* key) {
  const size_t count = strlen(key) + 1;
  return LitevkFlexHas(flex, at, count) && memcmp(flex.bytes + at, key, count) == 0;
}

/* True if the map holds an offset to values of the type and not the values themselves. Covers the types that
 * are read here. */
static inline bool LitevkFlexIsElsewhere(int type) {
  return (type >= kLitevkFlexIndirectInt && type <= kLitevkFlexIndirectFloat) || type == kLitevkFlexString ||
         type == kLitevkFlexVectorInt || type == kLitevkFlexVectorUInt;
}

/* Finds a key in the map at `map`. It is preceded by the offset of the keys, their width and its size, and
 * followed by the type of each value. */
static inline bool LitevkFlexFindInMap(LitevkFlexBytes flex, size_t map, unsigned width, const char* key,
                                       LitevkFlexValue* value) {
  uint64_t count = 0;
  uint64_t key_width = 0;
  size_t keys = 0;
  uint64_t i = 0;
  if (map < 3u * (size_t)width || map > flex.size) return false;
  if (!LitevkFlexRead(flex, map - width, width, &count)) return false;
  if (!LitevkFlexRead(flex, map - 2u * (size_t)width, width, &key_width) || key_width > 8) return false;
  if (!LitevkFlexFollow(flex, map - 3u * (size_t)width, width, &keys)) return false;
  if (count > flex.size / ((size_t)width + 1)) return false;
  for (i = 0; i < count; ++i) {
    size_t name = 0;
    const size_t type_at = map + (size_t)count * width + (size_t)i;
    if (!LitevkFlexFollow(flex, keys + (size_t)(i * key_width), (unsigned)key_width, &name)) return false;
    if (!LitevkFlexKeyIs(flex, name, key)) continue;
    if (!LitevkFlexHas(flex, type_at, 1)) return false;
    value->at = map + (size_t)i * width;
    value->width = width;
    value->type = flex.bytes[type_at] >> 2;
    if (!LitevkFlexIsElsewhere(value->type)) return true;
    if (!LitevkFlexFollow(flex, value->at, width, &value->at)) return false;
    value->width = 1u << (flex.bytes[type_at] & 3);
    if (value->type >= kLitevkFlexIndirectInt && value->type <= kLitevkFlexIndirectFloat) {
      value->type -= kLitevkFlexIndirectInt - kLitevkFlexInt;
    }
    return true;
  }
  return false;
}

/* Returns the map at the buffer's root, and the width of its values. The last byte of a buffer is the width
 * of its root, the byte before it the root's type. */
static inline bool LitevkFlexRoot(LitevkFlexBytes flex, size_t* map, unsigned* width) {
  unsigned root_width = 0;
  uint8_t type = 0;
  if (flex.bytes == NULL || flex.size < 3) return false;
  root_width = flex.bytes[flex.size - 1];
  type = flex.bytes[flex.size - 2];
  if (type >> 2 != kLitevkFlexMap || root_width > 8 || flex.size - 2 < root_width) return false;
  *width = 1u << (type & 3);
  return LitevkFlexFollow(flex, flex.size - 2 - root_width, root_width, map);
}

static inline bool LitevkFlexFind(const void* bytes, size_t size, const char* key, LitevkFlexValue* value) {
  const LitevkFlexBytes flex = {(const uint8_t*)bytes, size};
  unsigned width = 0;
  size_t map = 0;
  return LitevkFlexRoot(flex, &map, &width) && LitevkFlexFindInMap(flex, map, width, key, value);
}

/* Reads an integer of `width` bytes, which is signed, unsigned or a boolean. */
static inline bool LitevkFlexReadInt64(LitevkFlexBytes flex, LitevkFlexValue from, int64_t* value) {
  uint64_t raw = 0;
  if (!LitevkFlexRead(flex, from.at, from.width, &raw)) return false;
  if (from.type == kLitevkFlexInt && from.width < 8 && (raw >> (8 * from.width - 1)) != 0) {
    raw |= UINT64_MAX << (8 * from.width); /* extends the sign */
  }
  if (from.type == kLitevkFlexUInt && raw > INT64_MAX) return false;
  if (from.type != kLitevkFlexInt && from.type != kLitevkFlexUInt && from.type != kLitevkFlexBool) {
    return false;
  }
  memcpy(value, &raw, sizeof(*value));
  return true;
}

/* True if the bytes are a map, with any keys. */
static inline bool LitevkOptionsAreMap(const void* bytes, size_t size) {
  const LitevkFlexBytes flex = {(const uint8_t*)bytes, size};
  unsigned width = 0;
  size_t map = 0;
  return LitevkFlexRoot(flex, &map, &width);
}

/* True if the key exists, whatever its value. */
static inline bool LitevkOptionExists(const void* bytes, size_t size, const char* key) {
  LitevkFlexValue found = {0, 0, 0};
  return LitevkFlexFind(bytes, size, key, &found);
}

/* Reads integers and booleans. */
static inline bool LitevkOptionInt64(const void* bytes, size_t size, const char* key, int64_t* value) {
  const LitevkFlexBytes flex = {(const uint8_t*)bytes, size};
  LitevkFlexValue found = {0, 0, 0};
  return LitevkFlexFind(bytes, size, key, &found) && LitevkFlexReadInt64(flex, found, value);
}

/* Reads a vector of integers. `count` receives their number, and the first `most` are copied to `values`. */
static inline bool LitevkOptionInts(const void* bytes, size_t size, const char* key, int64_t* values,
                                    size_t most, size_t* count) {
  const LitevkFlexBytes flex = {(const uint8_t*)bytes, size};
  LitevkFlexValue found = {0, 0, 0};
  uint64_t elements = 0;
  size_t i = 0;
  if (!LitevkFlexFind(bytes, size, key, &found) || found.at < found.width) return false;
  if (found.type != kLitevkFlexVectorInt && found.type != kLitevkFlexVectorUInt) return false;
  if (!LitevkFlexRead(flex, found.at - found.width, found.width, &elements)) return false;
  if (elements > (size - found.at) / found.width) return false;
  found.type = found.type == kLitevkFlexVectorInt ? kLitevkFlexInt : kLitevkFlexUInt;
  for (i = 0; i < elements && i < most; ++i, found.at += found.width) {
    if (!LitevkFlexReadInt64(flex, found, &values[i])) return false;
  }
  *count = (size_t)elements;
  return true;
}

/* True if the key exists and its value is the text. */
static inline bool LitevkOptionTextIs(const void* bytes, size_t size, const char* key, const char* text) {
  const LitevkFlexBytes flex = {(const uint8_t*)bytes, size};
  LitevkFlexValue found = {0, 0, 0};
  return LitevkFlexFind(bytes, size, key, &found) && found.type == kLitevkFlexString &&
         LitevkFlexKeyIs(flex, found.at, text);
}

/* Reads numbers of any type. */
static inline bool LitevkOptionDouble(const void* bytes, size_t size, const char* key, double* value) {
  const LitevkFlexBytes flex = {(const uint8_t*)bytes, size};
  LitevkFlexValue found = {0, 0, 0};
  uint64_t raw = 0;
  int64_t integer = 0;
  if (!LitevkFlexFind(bytes, size, key, &found)) return false;
  if (found.type != kLitevkFlexFloat) {
    if (!LitevkOptionInt64(bytes, size, key, &integer)) return false;
    *value = (double)integer;
    return true;
  }
  if (!LitevkFlexRead(flex, found.at, found.width, &raw)) return false;
  if (found.width == sizeof(float)) {
    const uint32_t bits = (uint32_t)raw;
    float single = 0;
    memcpy(&single, &bits, sizeof(single));
    *value = (double)single;
    return true;
  }
  if (found.width != sizeof(double)) return false;
  memcpy(value, &raw, sizeof(*value));
  return true;
}

#ifdef __cplusplus
}
#endif

/* NOLINTEND(modernize-use-nullptr) */

#endif /* LITEVK_FLEXBUFFER_OPTIONS_H_ */
