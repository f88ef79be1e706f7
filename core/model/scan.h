#pragma once
// What a layer can mix tokens with beside scores over keys: a state that is carried along the sequence.

#include <cstdint>

namespace astrolabe::model {

enum class ScanKind {
  gated_delta_net,
  kimi_delta,
  lightning,  ///< linear attention with a decay for each head
  mamba1,
  mamba2,
  short_convolution,
  gated_recurrence,  ///< RG-LRU
  rwkv7,
  mlstm
};

/// One such mixer, without its products. Each head carries `key_dim` x `value_dim` numbers from token to
/// token; of Mamba 1 and RG-LRU every channel is a head, or a part of one.
struct Scan {
  ScanKind kind = ScanKind::mamba2;
  int heads = 0;
  int groups = 0;  ///< heads of keys (gated delta net), or groups that share B and C (Mamba 2)
  int key_dim = 0, value_dim = 0;
  int taps = 0;               ///< of the convolution in front; 0 without one
  std::int64_t channels = 0;  ///< that are convolved
  bool operator==(const Scan&) const = default;
};

/// Of a forward pass and token, beside the products. Sources: the chunked forms of flash-linear-attention
/// (64 tokens a chunk) and of Mamba 2 (256, state-spaces/mamba); Gu and Dao, arXiv 2312.00752 and 2405.21060.
double scan_operations(const Scan& scan);
/// Elements read and written, states of chunks and the gated norm behind included.
double scan_traffic(const Scan& scan);
/// Elements kept for backward beside the results of products: what the fused kernels save.
double scan_kept(const Scan& scan);
/// Elements that go to the rank of their head and back where the sequence is divided.
double scan_exchanged(const Scan& scan);
/// Works through matrix units; else element by element.
bool scan_by_matrices(ScanKind kind);
/// Bytes of one sequence's state: four each, two for what the convolution waits for.
double scan_state_bytes(const Scan& scan);

}  // namespace astrolabe::model
