#include "core/mesh/execution.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>

namespace astrolabe::mesh {

int SmallMesh::batch() const {
  int sum = 0;
  for (const SmallGroup& group : groups) sum += group.share;
  return sum;
}

namespace {

/// The first unit of rank `rank`.
int first_unit(int hidden, int ranks, int rank) { return rank * hidden / ranks; }

/// A small whole number drawn from places in the model: the same wherever it is asked.
int drawn(unsigned seed, int a, int b, int c, int most) {
  std::uint64_t x = seed;
  for (const int part : {a, b, c}) {
    x = (x ^ static_cast<std::uint64_t>(part + 1)) * 0x9E3779B97F4A7C15U;
    x ^= x >> 29U;
  }
  return static_cast<int>(x % static_cast<std::uint64_t>(most));
}

/// Both matrices, or their gradients or momenta: by hidden unit its row of the first, its column of the
/// second.
struct Units {
  std::vector<std::vector<double>> in, out;
  Units(int hidden, int inputs, int outputs)
      : in(static_cast<std::size_t>(hidden), std::vector<double>(static_cast<std::size_t>(inputs))),
        out(static_cast<std::size_t>(hidden), std::vector<double>(static_cast<std::size_t>(outputs))) {}
  bool same(const Units& other, int unit) const {
    const auto at = static_cast<std::size_t>(unit);
    return in[at] == other.in[at] && out[at] == other.out[at];
  }
  void add(const Units& other, int unit, double factor) {
    const auto at = static_cast<std::size_t>(unit);
    for (std::size_t i = 0; i < in[at].size(); ++i) in[at][i] += factor * other.in[at][i];
    for (std::size_t o = 0; o < out[at].size(); ++o) out[at][o] += factor * other.out[at][o];
  }
  void copy(const Units& other, int unit) {
    in[static_cast<std::size_t>(unit)] = other.in[static_cast<std::size_t>(unit)];
    out[static_cast<std::size_t>(unit)] = other.out[static_cast<std::size_t>(unit)];
  }
};

class Execution {
 public:
  Execution(const SmallMesh& mesh, MeshFault fault, unsigned seed)
      : m_mesh(mesh),
        m_fault(fault),
        m_seed(seed),
        m_cuts(cuts_of(mesh)),
        m_weights(mesh.hidden, mesh.inputs, mesh.outputs),
        m_momentum(m_weights) {
    for (int unit = 0; unit < mesh.hidden; ++unit) {
      for (int i = 0; i < mesh.inputs; ++i)
        m_weights.in[static_cast<std::size_t>(unit)][static_cast<std::size_t>(i)] =
            drawn(seed, unit, i, 1, 7) - 3;
      for (int o = 0; o < mesh.outputs; ++o)
        m_weights.out[static_cast<std::size_t>(unit)][static_cast<std::size_t>(o)] =
            drawn(seed, unit, o, 2, 7) - 3;
    }
    m_held.assign(mesh.groups.size(), m_weights);
    m_kept = m_owned = m_momentum;
  }

  Executed run(int steps) {
    for (m_step = 0; m_step < steps && m_done.holds(); ++m_step) {
      one_device();
      std::vector<Units> gradients;
      int sequence = 0;
      for (std::size_t g = 0; g < m_mesh.groups.size(); ++g) gradients.push_back(group(g, sequence));
      reduce_and_update(gradients);
      gather();
    }
    return m_done;
  }

 private:
  void check(bool holds, const char* claim) {
    ++m_done.checks;
    if (!holds && m_done.violation.empty()) m_done.violation = claim;
  }
  double input(int sequence, int token, int i) const {
    return drawn(m_seed, sequence * m_mesh.tokens + token, i, 10 + m_step, 5) - 2;
  }
  double target(int sequence, int token, int o) const {
    return drawn(m_seed, sequence * m_mesh.tokens + token, o, 1010 + m_step, 5) - 2;
  }
  double mask(int sequence, int token, int unit, int salt = 0) const {
    return drawn(m_seed, sequence * m_mesh.tokens + token, unit, 2010 + m_step + 100 * salt, 2);
  }
  int expert_of(int unit) const { return unit * m_mesh.experts / m_mesh.hidden; }
  int expert_for(int sequence, int token) const {
    return drawn(m_seed, sequence, token, 3010 + m_step, m_mesh.experts);
  }

  /// Of one unit: what it has for a token that sees those up to `last`, and gradients added to `sum`.
  double unit_value(const Units& weights, int sequence, int last, int unit, double kept) const {
    double value = 0.0;
    for (int token = 0; token <= last; ++token)
      for (int i = 0; i < m_mesh.inputs; ++i)
        value += weights.in[static_cast<std::size_t>(unit)][static_cast<std::size_t>(i)] *
                 input(sequence, token, i);
    return kept * value;
  }
  void add_gradient(const Units& weights, int sequence, int token, int unit, double kept, double value,
                    Units& sum) const {
    const auto at = static_cast<std::size_t>(unit);
    double back = 0.0;
    for (int o = 0; o < m_mesh.outputs; ++o) {
      back += weights.out[at][static_cast<std::size_t>(o)] * target(sequence, token, o);
      sum.out[at][static_cast<std::size_t>(o)] += target(sequence, token, o) * value;
    }
    for (int seen = 0; seen <= token; ++seen)
      for (int i = 0; i < m_mesh.inputs; ++i)
        sum.in[at][static_cast<std::size_t>(i)] += kept * back * input(sequence, seen, i);
  }
  std::size_t place_of(int sequence, int token, int output) const {
    return static_cast<std::size_t>((sequence * m_mesh.tokens + token) * m_mesh.outputs + output);
  }

  /// The whole batch on one device: the loss is a sum over all sequences, divided once.
  void one_device() {
    m_gradient = Units(m_mesh.hidden, m_mesh.inputs, m_mesh.outputs);
    m_outputs.assign(place_of(m_mesh.batch(), 0, 0), 0.0);
    for (int sequence = 0; sequence < m_mesh.batch(); ++sequence)
      for (int token = 0; token < m_mesh.tokens; ++token)
        for (int unit = 0; unit < m_mesh.hidden; ++unit) {
          if (expert_of(unit) != expert_for(sequence, token)) continue;
          const double kept = mask(sequence, token, unit);
          const double value = unit_value(m_weights, sequence, token, unit, kept);
          for (int o = 0; o < m_mesh.outputs; ++o)
            m_outputs[place_of(sequence, token, o)] +=
                m_weights.out[static_cast<std::size_t>(unit)][static_cast<std::size_t>(o)] * value;
          add_gradient(m_weights, sequence, token, unit, kept, value, m_gradient);
        }
    for (int unit = 0; unit < m_mesh.hidden; ++unit) {
      m_momentum.add(m_gradient, unit, 1.0 / m_mesh.batch());
      m_weights.add(m_momentum, unit, -1.0);
    }
  }

  /// Forward and backward of a group's share; its gradients, all ranks together.
  Units group(std::size_t g, int& sequence) {
    const SmallGroup& one = m_mesh.groups[g];
    Units sum(m_mesh.hidden, m_mesh.inputs, m_mesh.outputs);
    const int checked = one.micro_batch;
    const int size = m_fault == MeshFault::larger_micro_batch ? checked + 1 : checked;
    for (int done = 0; done < one.share; done += size) {
      const int now = std::min(size, one.share - done);
      check(now <= checked, "a micro-batch is no larger than memory was checked for");
      for (int k = 0; k < now; ++k) sequence_of(g, sequence++, sum);
    }
    return sum;
  }

  /// A sequence of a group: its ranks of context parallelism have each their tokens, and of these those of
  /// expert parallelism the ones that are sent to their experts, whose units are cut over tensor parallelism.
  void sequence_of(std::size_t g, int sequence, Units& sum) {
    const SmallGroup& one = m_mesh.groups[g];
    for (int part = 0; part < one.context_parallel; ++part) {
      const int begin = first_unit(m_mesh.tokens, one.context_parallel, part);
      const int end = first_unit(m_mesh.tokens, one.context_parallel, part + 1);
      const bool counts = m_fault != MeshFault::part_of_gradient || part == 0;
      for (int token = begin; token < end; ++token) {
        std::vector<double> output(static_cast<std::size_t>(m_mesh.outputs), 0.0);
        const int seen = m_fault == MeshFault::token_by_part ? token - begin : token;
        for (int holder = 0; holder < one.expert_parallel; ++holder)
          for (int rank = 0; rank < one.tensor_parallel; ++rank)
            token_on(g, {sequence, token, seen, holder, rank, counts}, output, sum);
        for (int o = 0; o < m_mesh.outputs; ++o)
          check(output[static_cast<std::size_t>(o)] == m_outputs[place_of(sequence, token, o)],
                "the ranks of a group add up to the output of one device");
      }
    }
  }

  struct At {
    int sequence, token, seen, holder, rank;
    bool counts;  ///< its gradients come into the sum
  };
  void token_on(std::size_t g, const At& at, std::vector<double>& output, Units& sum) {
    const SmallGroup& one = m_mesh.groups[g];
    const int first_expert = first_unit(m_mesh.experts, one.expert_parallel, at.holder);
    const int end_expert = first_unit(m_mesh.experts, one.expert_parallel, at.holder + 1);
    const int begin = first_unit(m_mesh.hidden, one.tensor_parallel, at.rank);
    const int end = first_unit(m_mesh.hidden, one.tensor_parallel, at.rank + 1);
    Units nowhere(m_mesh.hidden, m_mesh.inputs, m_mesh.outputs);
    for (int unit = begin; unit < end; ++unit) {
      if (expert_of(unit) < first_expert || expert_of(unit) >= end_expert) continue;
      const int wanted = expert_for(at.sequence, at.token);
      const int sent = m_fault == MeshFault::expert_by_rank && one.expert_parallel > 1
                           ? expert_of(unit) - first_expert
                           : expert_of(unit);
      if (sent != wanted) continue;
      const int place = m_fault == MeshFault::mask_by_rank ? unit - begin : unit;
      const double kept = mask(at.sequence, at.token, place);
      // With two stages the second one gets the values of this sequence from the first.
      const bool other = m_fault == MeshFault::other_micro_batch && one.stages > 1 && at.sequence > 0;
      const double value = unit_value(m_held[g], other ? at.sequence - 1 : at.sequence, at.seen, unit, kept);
      for (int o = 0; o < m_mesh.outputs; ++o)
        output[static_cast<std::size_t>(o)] +=
            m_held[g].out[static_cast<std::size_t>(unit)][static_cast<std::size_t>(o)] * value;
      const double again =
          m_fault == MeshFault::recompute_without_seed ? mask(at.sequence, at.token, place, 7) : kept;
      check(again == kept, "what backward recomputes is what forward had");
      add_gradient(m_held[g], at.sequence, at.seen, unit, again,
                   unit_value(m_held[g], at.sequence, at.seen, unit, again), at.counts ? sum : nowhere);
    }
  }

  /// As the list has it; without one, the first group's rank that holds the slice.
  SmallMesh::Owner owner_of(std::size_t slice) const {
    if (!m_mesh.owners.empty()) return m_mesh.owners[slice];
    int rank = 0;
    const int ranks = m_mesh.groups.front().tensor_parallel;
    while (first_unit(m_mesh.hidden, ranks, rank + 1) <= m_cuts[slice]) ++rank;
    return {0, rank};
  }
  /// Where the instruction sends it.
  SmallMesh::Owner receiver_of(std::size_t slice) const {
    SmallMesh::Owner receiver = owner_of(slice);
    if (m_fault == MeshFault::wrong_owner && slice == 0)
      receiver.group = (receiver.group + 1) % static_cast<int>(m_mesh.groups.size());
    return receiver;
  }

  /// Slice by slice: sums in each node, between nodes, to the owner, who updates.
  void reduce_and_update(const std::vector<Units>& gradients) {
    for (std::size_t slice = 0; slice + 1 < m_cuts.size(); ++slice) {
      const SmallMesh::Owner owner = owner_of(slice), receiver = receiver_of(slice);
      check(receiver.group == owner.group && receiver.rank == owner.rank,
            "a bucket reaches the rank that keeps its state");
      for (int unit = m_cuts[slice]; unit < m_cuts[slice + 1]; ++unit) {
        Units sum(m_mesh.hidden, m_mesh.inputs, m_mesh.outputs);
        std::map<int, Units> nodes;
        for (std::size_t g = 0; g < gradients.size(); ++g) {
          const SmallGroup& one = m_mesh.groups[g];
          Units& node =
              nodes.try_emplace(one.node, m_mesh.hidden, m_mesh.inputs, m_mesh.outputs).first->second;
          // One rank of each group holds the unit: it feeds the ring of the finest slice.
          const double factor =
              m_fault == MeshFault::mean_of_means && one.share > 0
                  ? static_cast<double>(m_mesh.batch()) / (one.share * static_cast<double>(gradients.size()))
                  : 1.0;
          node.add(gradients[g], unit, factor);
          if (m_fault == MeshFault::added_twice && g == 0) node.add(gradients[g], unit, factor);
        }
        std::size_t come = 0;
        for (const auto& [place, node] : nodes) {
          if (m_fault == MeshFault::early_update && ++come == nodes.size() && nodes.size() > 1) break;
          sum.add(node, unit, 1.0);
        }
        check(sum.same(m_gradient, unit), "the gradient of a slice is that of the whole batch");
        m_kept.add(sum, unit, 1.0 / m_mesh.batch());
        m_owned.copy(m_held.front(), unit);
        m_owned.add(m_kept, unit, -1.0);
      }
    }
  }

  void gather() {
    for (std::size_t g = 0; g < m_held.size(); ++g) {
      const bool stale = m_fault == MeshFault::stale_group && g + 1 == m_held.size();
      for (int unit = 0; unit < m_mesh.hidden && !stale; ++unit) m_held[g].copy(m_owned, unit);
    }
    for (const Units& held : m_held)
      for (int unit = 0; unit < m_mesh.hidden; ++unit)
        check(held.same(m_weights, unit), "all groups have the weights of one device");
  }

  const SmallMesh& m_mesh;
  MeshFault m_fault;
  unsigned m_seed;
  std::vector<int> m_cuts;
  int m_step = 0;
  Units m_weights, m_momentum;  ///< of one device
  Units m_gradient{0, 0, 0}, m_kept{0, 0, 0}, m_owned{0, 0, 0};
  std::vector<double> m_outputs;
  std::vector<Units> m_held;  ///< weights of each group
  Executed m_done;
};

}  // namespace

std::vector<int> cuts_of(const SmallMesh& mesh) {
  std::set<int> cuts{0, mesh.hidden};
  for (const SmallGroup& group : mesh.groups)
    for (int rank = 0; rank < group.tensor_parallel; ++rank)
      cuts.insert(first_unit(mesh.hidden, group.tensor_parallel, rank));
  return {cuts.begin(), cuts.end()};
}

const char* to_string(MeshFault fault) {
  switch (fault) {
    case MeshFault::none:
      return "none";
    case MeshFault::mean_of_means:
      return "mean_of_means";
    case MeshFault::wrong_owner:
      return "wrong_owner";
    case MeshFault::early_update:
      return "early_update";
    case MeshFault::stale_group:
      return "stale_group";
    case MeshFault::added_twice:
      return "added_twice";
    case MeshFault::larger_micro_batch:
      return "larger_micro_batch";
    case MeshFault::mask_by_rank:
      return "mask_by_rank";
    case MeshFault::recompute_without_seed:
      return "recompute_without_seed";
    case MeshFault::token_by_part:
      return "token_by_part";
    case MeshFault::expert_by_rank:
      return "expert_by_rank";
    case MeshFault::part_of_gradient:
      return "part_of_gradient";
    case MeshFault::other_micro_batch:
      return "other_micro_batch";
  }
  return "";
}

SmallMesh small_mesh_of(const Program& program) {
  constexpr int kGroups = 2, kRanks = 3, kBatch = 16;
  SmallMesh mesh;
  std::vector<double> wanted;
  std::vector<int> pool_of;
  double all = 0.0;
  for (const GroupClass& one : program.classes)
    for (int g = 0; g < std::min(kGroups, one.layout.groups); ++g) {
      const auto node = static_cast<int>(mesh.groups.size()) / 2;
      mesh.groups.push_back({std::min(kRanks, one.layout.tensor_parallel), 0, node,
                             std::min(2, one.layout.micro_batch), std::min(2, one.layout.context_parallel),
                             std::min(2, one.layout.expert_parallel),
                             std::min(2, one.layout.pipeline_parallel)});
      wanted.push_back(static_cast<double>(one.shares[static_cast<std::size_t>(g)]));
      pool_of.push_back(one.layout.pool);
      all += wanted.back();
    }
  for (int given = 0; given < kBatch; ++given) {  // to the group that is furthest below its share
    std::size_t next = 0;
    double most = -kBeyond;
    for (std::size_t g = 0; g < wanted.size(); ++g) {
      const double lacks = wanted[g] / all * kBatch - mesh.groups[g].share;
      if (lacks > most) {
        most = lacks;
        next = g;
      }
    }
    ++mesh.groups[next].share;
  }
  if (program.state.moves.empty()) return mesh;
  // The first slice's state lies in the pool that takes some, the others' where they are.
  std::vector<int> holder_pool;
  for (const GroupClass& one : program.classes)
    holder_pool.insert(holder_pool.end(), one.again.size(), one.layout.pool);
  const int to = holder_pool[static_cast<std::size_t>(program.state.moves.front().to)];
  const auto taker = static_cast<int>(std::find(pool_of.begin(), pool_of.end(), to) - pool_of.begin());
  mesh.owners.assign(cuts_of(mesh).size() - 1, {0, 0});
  mesh.owners.front() = {taker, 0};
  return mesh;
}

Executed execute(const SmallMesh& mesh, int steps, MeshFault fault, unsigned seed) {
  return Execution(mesh, fault, seed).run(steps);
}

}  // namespace astrolabe::mesh
