#include "core/model/scan.h"

#include <algorithm>

namespace astrolabe::model {

namespace {

constexpr double kChunk = 64.0;        // flash-linear-attention
constexpr double kMambaChunk = 256.0;  // state-spaces/mamba, chunk_size

bool is_delta(ScanKind kind) { return kind == ScanKind::gated_delta_net || kind == ScanKind::kimi_delta; }
/// What a head carries, and the matrices of a chunk beside it.
bool is_linear(ScanKind kind) {
  return kind == ScanKind::lightning || kind == ScanKind::rwkv7 || kind == ScanKind::mlstm;
}

}  // namespace

double scan_operations(const Scan& s) {
  const double heads = s.heads, key = s.key_dim, value = s.value_dim;
  const double convolution = 2.0 * s.taps * static_cast<double>(s.channels);
  if (is_delta(s.kind))
    return heads * (2.0 * kChunk * key + kChunk * kChunk + 2.0 * kChunk * (key + value) + 6.0 * key * value +
                    2.0 * kChunk * value);
  if (is_linear(s.kind)) return heads * (4.0 * key * value + kChunk * (key + value));
  if (s.kind == ScanKind::mamba2) return heads * (kMambaChunk * (key + value) + 4.0 * key * value);
  if (s.kind == ScanKind::mamba1) return 9.0 * heads * key;
  return convolution;
}

double scan_traffic(const Scan& s) {
  const double heads = s.heads, key = s.key_dim, value = s.value_dim;
  const double width = heads * value;
  double elements = s.taps > 0 ? 2.0 * static_cast<double>(s.channels) : 0.0;
  if (is_delta(s.kind)) {
    // Keys, queries and values; what the inverse of a chunk makes of keys and values, and the two matrices
    // of the chunk, written and read; the chunk's state; corrected values and the result.
    elements += heads * (2.0 * key + value + 2.0 * (key + value) + 4.0 * kChunk + 2.0 * key * value / kChunk +
                         3.0 * value);
    elements += s.kind == ScanKind::kimi_delta ? 2.0 * heads * key : 4.0 * heads;  // decays, 4 bytes each
  } else if (is_linear(s.kind)) {
    elements += heads * (2.0 * key + 2.0 * value + 2.0 * key * value / kChunk);
  } else if (s.kind == ScanKind::mamba2) {
    elements += static_cast<double>(s.channels) + width + heads * (2.0 + 4.0 * key * value / kMambaChunk) +
                2.0 * s.groups * kMambaChunk;
  } else if (s.kind == ScanKind::short_convolution) {
    return elements + 3.0 * width;  // three parts, of which two weigh the third
  } else {
    elements += 4.0 * width + 2.0 * key;
  }
  return elements + 3.0 * width;  // the gate and the norm
}

double scan_kept(const Scan& s) {
  const double heads = s.heads, key = s.key_dim, value = s.value_dim;
  switch (s.kind) {
    case ScanKind::gated_delta_net:
      return heads * (2.0 * key + value + 4.0 + kChunk + value);
    case ScanKind::kimi_delta:
      return heads * (2.0 * key + value + 2.0 * key + 2.0 + 2.0 * kChunk + value);
    case ScanKind::lightning:
    case ScanKind::rwkv7:
    case ScanKind::mlstm:
    case ScanKind::mamba2:
      return heads * value;
    case ScanKind::gated_recurrence:
      return 2.0 * heads * value;
    case ScanKind::mamba1:
    case ScanKind::short_convolution:
      return 0.0;  // done again
  }
  return 0.0;
}

double scan_exchanged(const Scan& s) {
  const double width = static_cast<double>(s.heads) * s.value_dim;
  if (s.kind == ScanKind::short_convolution) return 4.0 * width;
  const double read = std::max(static_cast<double>(s.channels),
                               s.heads * (s.kind == ScanKind::mamba1 || s.kind == ScanKind::gated_recurrence
                                              ? 1.0
                                              : 2.0 * s.key_dim + s.value_dim));
  return read + 2.0 * width;  // the gate, too, and back
}

bool scan_by_matrices(ScanKind kind) {
  return kind != ScanKind::mamba1 && kind != ScanKind::gated_recurrence &&
         kind != ScanKind::short_convolution;
}

double scan_state_bytes(const Scan& s) {
  const double waiting = s.taps > 1 ? 2.0 * (s.taps - 1.0) * static_cast<double>(s.channels) : 0.0;
  if (s.kind == ScanKind::short_convolution) return waiting;
  return 4.0 * s.heads * s.key_dim * s.value_dim + waiting;
}

}  // namespace astrolabe::model
