#pragma once
// How the layers of a pipeline are dealt out to its chunks where stages have several (interleaved, ZB-V).

#include <algorithm>
#include <vector>

#include "core/strategy/schedules.h"

namespace astrolabe::strategy {

/// A pipeline with several chunks a stage; chunk `k` of every stage comes before chunk k + 1 of any (on
/// ZB-V's way back in the other order). All chunks are equally long but the first, which may lack a layer for
/// the embedding that it holds, and those of the last stage, which may lack a few for the loss, the last ones
/// one each: as with Megatron-LM's options --account-for-embedding-in-pipeline-split and
/// --account-for-loss-in-pipeline-split, and with layouts that lack more, all other stages are equally long.
/// Of ZB-V both ends are chunks of the first stage: where one layer is missing its last chunk is short, of
/// two both are, of three the last one by two.
struct Chunking {
  static constexpr int kMostOfFirst = 1;  ///< layers that the first chunk may lack
  static constexpr int kMostMissing = 3;  ///< and both together

  int layers = 1, stages = 1, chunks = 1;
  bool back = false;  ///< ZB-V: two chunks, the second on the way back

  /// Layers of a chunk that lacks none.
  constexpr int chunk() const { return (layers + stages * chunks - 1) / (stages * chunks); }
  /// Layers of a stage that lacks none.
  constexpr int stage() const { return chunk() * chunks; }
  /// Layers that the first chunk and the last stage lack together; for ZB-V, those that the first stage does.
  constexpr int missing() const { return stage() * stages - layers; }
  /// The part of missing() that a split may lack: all of it, where there are splits.
  constexpr int lacking() const { return std::min(missing(), kMostMissing); }
  /// The most of lacking() that may be missing in the first chunk.
  constexpr int lacking_first() const {
    return back ? first_of_ends(lacking()) : std::min(kMostOfFirst, lacking());
  }
  /// Whether the first chunk may lack `first` layers, the last stage (of ZB-V the last chunk) the others.
  constexpr bool allows(int first) const {
    const int last = missing() - first;
    if (back && (first != first_of_ends(missing()) || missing() >= stage())) return false;
    return first >= 0 && first <= kMostOfFirst && last >= 0 && last <= chunk() && missing() == lacking();
  }
  constexpr bool possible() const { return allows(0) || allows(1); }
  /// Layers that stage `j` holds at least in all of these splits; of a stage anywhere with `least_stage`.
  constexpr int least_of(int j) const {
    if (j == (back ? 0 : stages - 1)) return least_stage();
    return stage() - (j == 0 ? lacking_first() : 0);
  }
  constexpr int least_stage() const { return std::max(1, stage() - lacking()); }
  /// Layers of the model in front of stage `j` at least.
  constexpr int least_before(int j) const { return j == 0 ? 0 : j * chunk() - lacking_first(); }
  /// Layers of the first chunk of stage `j` at least.
  constexpr int least_first_chunk(int j) const {
    if (j == 0) return chunk() - lacking_first();
    return chunk() - (back || j + 1 < stages ? 0 : lacking() / chunks);
  }
  /// Whether the first `front` layers of the model are in the first chunks of the stages, whatever these
  /// lack.
  constexpr bool in_first_chunks(int front) const {
    return front == 0 || front + lacking_in_first_chunks() <= stages * chunk();
  }
  /// How many of the first `front` layers stage `j` holds at most.
  constexpr int most_of_front(int front, int j) const {
    if (!in_first_chunks(front)) return std::min(front, stage());
    if (front == 0) return 0;
    return std::clamp(front + (j > 0 ? lacking_first() : 0) - j * chunk(), 0, std::min(front, chunk()));
  }
  /// How many stages at most may lack layers or hold some of the first `front`.
  constexpr int special_stages(int front) const {
    if (!in_first_chunks(front)) return stages;
    const int in_front = (front + lacking_first() + chunk() - 1) / chunk();
    const int short_ones = lacking() > 0 ? 1 : 0;
    return back ? std::max(in_front, short_ones) : in_front + short_ones;
  }

  /// Layers of each stage, of every split that there is: one where nothing is missing, else up to two.
  std::vector<std::vector<int>> splits() const {
    std::vector<std::vector<int>> all;
    for (int first = 0; first <= kMostOfFirst; ++first)
      if (allows(first)) {
        all.emplace_back(static_cast<std::size_t>(stages), stage());
        all.back().front() -= first;
        (back ? all.back().front() : all.back().back()) -= missing() - first;
      }
    return all;
  }

  /// Layers of chunk `k` of stage `j` that holds `held`. What does not divide goes to the later chunks of the
  /// first stage, which is lighter there by the embedding, and to the earlier ones of the others, and of
  /// ZB-V.
  constexpr int of_chunk(int j, int held, int k) const {
    const int rest = held % chunks;
    const bool longer = j == 0 && !back ? k >= chunks - rest : k < rest;
    return held / chunks + (longer ? 1 : 0);
  }
  /// The first layer of the `place`-th chunk of the model, in one of splits(); its stage `j` holds `held`
  /// layers from `begin` on, counted as if stages came one after the other. In any other split it is near
  /// that.
  constexpr int first_of(int place, int j, int begin, int held) const {
    if (back) {
      const int of_stage = std::clamp(j == 0 ? stage() - held : j * stage() - begin, 0, kMostMissing);
      return place == 0 ? 0 : place * chunk() - first_of_ends(of_stage);
    }
    const int lacking = std::clamp(j == 0 ? stage() - held : j * stage() - begin, 0, kMostOfFirst);
    const int rounds = place / stages;  // the chunks of the last stage in front of it
    const int last = stage() - std::clamp(missing() - lacking, 0, kMostMissing);
    const int short_by = rounds * chunk() - (rounds * (last / chunks) + std::min(rounds, last % chunks));
    return place == 0 ? 0 : place * chunk() - lacking - short_by;
  }

 private:
  /// The most that the first chunks of all stages lack together.
  constexpr int lacking_in_first_chunks() const {
    return lacking_first() + (back ? 0 : (lacking() - lacking_first()) / chunks);
  }
  /// Layers that the first chunk lacks where the first stage of ZB-V lacks `missing`.
  static constexpr int first_of_ends(int missing) { return missing / 2; }
};

/// How `layers` are dealt out to a pipeline of `stages` stages with `chunks` chunks each.
inline Chunking chunking_of(Schedule schedule, int layers, int stages, int chunks) {
  return {layers, stages, chunks, schedule_row(schedule).back};
}

}  // namespace astrolabe::strategy
