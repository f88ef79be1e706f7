#include "core/exports/groups_script.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/error_codes.h"
#include "core/base/quoting.h"
#include "core/exports/program_start.h"
#include "core/mesh/row.h"
#include "core/spmd/model_graph.h"
#include "core/strategy/chunks.h"
#include "core/strategy/schedules.h"

namespace astrolabe::exports {

extern const char* const kGroupsLayers;
extern const char* const kGroupsStep;

namespace {

using mesh::GroupClass;
using mesh::Layout;

const char* python_bool(bool value) { return value ? "True" : "False"; }

/// Why there is no script; empty where there is one.
std::optional<Error> refusal(const model::Architecture& architecture, const strategy::Problem& problem,
                             const mesh::Program& program) {
  const auto made = [](std::string_view code, std::string where, std::string found, std::string wanted) {
    return Error{
        std::string(code), {}, std::move(where), std::move(found), {Wanted::Kind::text, {std::move(wanted)}}};
  };
  spmd::ModelGraphOptions one_layer;
  one_layer.sequence = one_layer.batch = one_layer.layers = 1;
  if (const auto graph = spmd::model_graph(architecture, one_layer); !graph) return graph.error();
  const strategy::Job& job = problem.job;
  if (job.tuning)
    return made(code::unsupported_model, "job.tuning", "weights that are not trained",
                "a job that trains all weights from the start");
  if (job.optimizer != strategy::Optimizer::adam && job.optimizer != strategy::Optimizer::adamw)
    return made(code::impossible_job, "job.optimizer", strategy::to_string(job.optimizer), "adam or adamw");
  for (const GroupClass& one : program.classes) {
    const int context = one.layout.context_parallel;
    const int parts = one.layout.tensor_parallel * (context > 1 ? 2 * context : 1);
    if (job.sequence_length % parts != 0)
      return made(code::impossible_strategy, "sequence_length", std::to_string(job.sequence_length),
                  fmt::format("a multiple of {}, tensor parallelism and twice the context parallelism of a "
                              "group",
                              parts));
  }
  return {};
}

class GroupsScript {
 public:
  GroupsScript(const model::Architecture& architecture, const strategy::Problem& problem,
               const mesh::Program& program)
      : m_architecture(architecture), m_problem(problem), m_program(program) {}

  std::string write() {
    write_docstring();
    write_model();
    write_classes();
    write_orders();
    write_moves();
    m_text += kGroupsLayers;
    m_text += kGroupsStep;
    return std::move(m_text);
  }

 private:
  void line(const std::string& text) { m_text += text + '\n'; }
  const hardware::Pool& pool(const GroupClass& one) const {
    return m_problem.cluster.pools[static_cast<std::size_t>(one.layout.pool)];
  }

  void write_docstring() {
    int gpus = 0;
    for (const GroupClass& one : m_program.classes) gpus += one.layout.gpus();
    line(fmt::format("\"\"\"{} on {} in groups: a distributed training step, written by Astrolabe.",
                     python_docstring(m_architecture.id), counted(gpus, "GPU")));
    line("");
    line("Run with PyTorch 2.2 or newer, one process for each GPU, on these machines:");
    std::vector<Machine> machines;
    for (const GroupClass& one : m_program.classes)
      for (Machine& machine : machines_of_pool(pool(one), one.layout.gpus()))
        machines.push_back(std::move(machine));
    m_text += torchrun_text(machines);
    line("");
    line(
        "Inside a group tensors are cut evenly; between groups each takes its own share of the batch, and "
        "the");
    line("gradients are summed once a step, after the last micro-batch. Positions by rotation are left to");
    line("rotate(), data to read_batch(), weights to start with to drawn(). Products are in bf16 on GPUs.");
    line("\"\"\"\n");
  }

  void write_model() {
    const model::Architecture& a = m_architecture;
    line("# The model: kinds of layers, and which each layer is of.");
    line(fmt::format(
        "MODEL = {{\"hidden\": {}, \"vocabulary\": {}, \"positions\": {}, \"tied\": {}, \"head\": {}}}",
        a.hidden, a.vocabulary, python_bool(a.positions > 0),
        python_bool(a.tied_embeddings && a.has_head && a.vocabulary > 0),
        python_bool(a.has_head && a.vocabulary > 0)));
    line("KINDS = [");
    for (const model::LayerKind& kind : a.layer_kinds)
      line(fmt::format(
          "    {{\"name\": {}, \"gated\": {}, \"parallel\": {}, \"causal\": {}, \"window\": {},\n"
          "     \"heads\": {}, \"kv_heads\": {}, \"head_dim\": {}, \"value_head_dim\": {},\n"
          "     \"latent_q\": {}, \"latent_kv\": {}, \"rope_dim\": {},\n"
          "     \"ffn\": {}, \"shared_ffn\": {}, \"experts\": {}, \"top_k\": {}, \"expert_ffn\": {}}},",
          python_string(kind.name), python_bool(kind.feed == model::Feed::gated), python_bool(kind.parallel),
          python_bool(kind.causal), kind.window, kind.heads, kind.kv_heads, kind.head_dim,
          kind.value_head_dim, kind.latent_q, kind.latent_kv, kind.rope_dim, kind.ffn, kind.shared_ffn,
          kind.experts, kind.top_k, kind.expert_ffn));
    line("]");
    line("LAYERS = " + layers());
    const strategy::Job& job = m_problem.job;
    line(fmt::format("JOB = {{\"sequence\": {}, \"batch\": {}, \"rate\": 1e-3, \"decay\": {}}}\n",
                     job.sequence_length, job.global_batch,
                     job.optimizer == strategy::Optimizer::adamw ? "0.1" : "0.0"));
  }

  /// "[0] * 3 + [1] * 58".
  std::string layers() const {
    std::string text;
    const std::vector<int>& layers = m_architecture.layers;
    for (std::size_t begin = 0, end = 0; begin < layers.size(); begin = end) {
      while (end < layers.size() && layers[end] == layers[begin]) ++end;
      text += fmt::format("{}[{}] * {}", begin == 0 ? "" : " + ", layers[begin], end - begin);
    }
    return text;
  }

  /// (stage, chunk, first layer, layers) of each place, in the order of the way through the model.
  static std::vector<std::string> way_of(const Layout& layout, int layers) {
    const strategy::ScheduleRow& row = strategy::schedule_row(layout.schedule);
    const int stages = layout.pipeline_parallel, chunks = layout.virtual_pipeline;
    const strategy::Chunking chunking = strategy::chunking_of(layout.schedule, layers, stages, chunks);
    std::vector<std::string> way(static_cast<std::size_t>(stages) * static_cast<std::size_t>(chunks));
    std::vector<int> sizes(way.size());
    for (int j = 0; j < stages; ++j)
      for (int k = 0; k < chunks; ++k) {
        const int held = layout.layers[static_cast<std::size_t>(j)];
        sizes[static_cast<std::size_t>(row.place(stages, j, k))] =
            chunks > 1 ? chunking.of_chunk(j, held, k) : held;
      }
    int begin = 0;
    for (std::size_t place = 0; place < way.size(); ++place) {
      const int at = static_cast<int>(place);
      way[place] =
          fmt::format("({}, {}, {}, {})", row.stage_at(stages, at), at / stages, begin, sizes[place]);
      begin += sizes[place];
    }
    return way;
  }

  /// [(sequences, times), …] of a group's micro-batches.
  static std::string micro_batches(const GroupClass& one, std::int64_t share) {
    std::vector<std::string> runs;
    const auto add = [&](std::int64_t sequences, std::int64_t times) {
      if (times > 0) runs.push_back(fmt::format("({}, {})", sequences, times));
    };
    if (one.pace.sizes && share > 0) {
      const std::vector<std::int64_t> made = one.pace.sizes->made_of(share);
      std::int64_t left = share;
      for (std::size_t k = made.size(); k-- > 0;) {
        const std::int64_t size = one.pace.sizes->sizes()[k].sequences;
        const std::int64_t full = std::min(made[k], left / size);
        add(size, full);
        left -= full * size;
        if (made[k] > full) {
          add(left, left > 0 ? 1 : 0);
          left = 0;
        }
      }
    } else if (share > 0) {
      const std::int64_t size = one.layout.sequences();
      const std::int64_t full = share / size, rest = share % size;
      add(size, full);
      add(rest, rest > 0 ? 1 : 0);
      add(0, mesh::micro_batches_of(one, share) - full - (rest > 0 ? 1 : 0));  // whole rounds of stages
    }
    return fmt::format("[{}]", fmt::join(runs, ", "));
  }

  void write_classes() {
    line(
        "# The groups, by pool. Of each stage and chunk, in the order of the way through the model: (stage, "
        "chunk,");
    line("# first layer, layers). Of each group its micro-batches: (sequences, how many).");
    line("CLASSES = [");
    for (const GroupClass& one : m_program.classes) {
      const Layout& c = one.layout;
      const strategy::ScheduleRow& row = strategy::schedule_row(c.schedule);
      line(
          fmt::format("    {{\"pool\": {}, \"gpus_per_node\": {}, \"node_first\": {}, \"groups\": {},\n"
                      "     \"tensor\": {}, \"context\": {}, \"expert\": {}, \"expert_tensor\": {}, "
                      "\"stages\": {},\n"
                      "     \"schedule\": {}, \"back\": {}, \"weights_apart\": {},",
                      python_string(pool(one).id), pool(one).gpus_of_node(),
                      python_bool(one.traffic.hierarchical), c.groups, c.tensor_parallel, c.context_parallel,
                      c.expert_parallel, c.expert_tensor_parallel, c.pipeline_parallel,
                      python_string(row.name), python_bool(row.back), python_bool(row.weights_apart)));
      line(fmt::format("     \"way\": [{}],",
                       fmt::join(way_of(c, static_cast<int>(m_architecture.layers.size())), ", ")));
      line(fmt::format("     \"recompute\": [{}],", fmt::join(one.again, ", ")));
      line("     \"micro_batches\": [");
      for (const std::int64_t share : one.shares)
        line(fmt::format("         {},  # {}", micro_batches(one, share), counted(share, "sequence")));
      line("     ]},");
    }
    line("]\n");
  }

  /// The passes of every stage for each number of micro-batches that a group of its class has.
  void write_orders() {
    line(
        "# Passes of a stage by class, stage and micro-batches: how often these rows, f (forward), b "
        "(backward) and");
    line(
        "# w (gradients of weights, where they are put off) with the chunk. Each row goes through its "
        "micro-batches.");
    line("ORDERS = {");
    for (std::size_t k = 0; k < m_program.classes.size(); ++k) {
      const GroupClass& one = m_program.classes[k];
      std::set<std::int64_t> counts;
      for (const std::int64_t share : one.shares)
        if (share > 0) counts.insert(mesh::micro_batches_of(one, share));
      for (int j = 0; j < one.layout.pipeline_parallel; ++j)
        for (const std::int64_t count : counts)
          line(fmt::format("    ({}, {}, {}): [{}],", k, j, count,
                           fmt::join(runs_of(one.layout, j, count), ", ")));
    }
    line("}\n");
  }

  static std::vector<std::string> runs_of(const Layout& layout, int stage, std::int64_t micro_batches) {
    std::vector<std::string> runs;
    const strategy::PipelineSize size{layout.pipeline_parallel, layout.virtual_pipeline,
                                      static_cast<int>(micro_batches)};
    for (const strategy::PassRun& run : strategy::runs_of(layout.schedule, size, stage)) {
      std::vector<std::string> rows;
      for (int i = 0; i < run.length; ++i) {
        const int row = run.rows[static_cast<std::size_t>(i)];
        rows.push_back(fmt::format("\"{}{}\"", "fbw"[static_cast<int>(strategy::pass_of(row))],
                                   strategy::chunk_of(row)));
      }
      runs.push_back(fmt::format("({}, [{}])", run.count, fmt::join(rows, ", ")));
    }
    return runs;
  }

  /// State that lies elsewhere, as shares of the even part of the stage that it is of.
  void write_moves() {
    std::vector<std::pair<std::size_t, int>> holders;
    std::vector<double> kept;  // bytes in all
    for (std::size_t k = 0; k < m_program.classes.size(); ++k) {
      const GroupClass& one = m_program.classes[k];
      for (int j = 0; j < one.layout.pipeline_parallel; ++j) {
        holders.emplace_back(k, j);
        kept.push_back(one.state[static_cast<std::size_t>(j)] * one.layout.gpus() /
                       one.layout.pipeline_parallel);
      }
    }
    std::vector<double> even = kept;
    for (const mesh::Move& move : m_program.state.moves) {
      even[static_cast<std::size_t>(move.from)] += move.bytes;
      even[static_cast<std::size_t>(move.to)] -= move.bytes;
    }
    line("# State of the optimizer that other GPUs keep: share of the even part of a class's stage.");
    line("MOVED = [");
    for (const mesh::Move& move : m_program.state.moves) {
      const auto from = static_cast<std::size_t>(move.from), to = static_cast<std::size_t>(move.to);
      line(fmt::format(
          "    {{\"of\": {}, \"of_stage\": {}, \"to\": {}, \"to_stage\": {}, \"part\": {}}},  # {:.1f} GiB",
          holders[from].first, holders[from].second, holders[to].first, holders[to].second,
          move.bytes / even[from], move.bytes / kGib));
    }
    line("]\n");
  }

  const model::Architecture& m_architecture;
  const strategy::Problem& m_problem;
  const mesh::Program& m_program;
  std::string m_text;
};

}  // namespace

Result<std::string> groups_script(const model::Architecture& architecture, const strategy::Problem& problem,
                                  const mesh::Program& program) {
  if (auto error = refusal(architecture, problem, program)) return tl::unexpected<Error>(std::move(*error));
  return GroupsScript(architecture, problem, program).write();
}

}  // namespace astrolabe::exports
