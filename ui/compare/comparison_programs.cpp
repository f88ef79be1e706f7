#include "ui/compare/comparison_programs.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "core/planning/programs.h"
#include "ui/render/answer_text.h"
#include "ui/render/marks.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/program_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using Good = ComparedRow::Good;
using Change = ComparedCell::Change;
using plan::ProgramSummary;

struct ProgramWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Comparison)
};

constexpr double kAlike = 0.0005;  // as a share: no digit that is shown differs
constexpr int kShareDecimals = 3;  // of a percentage: shares of thousands of devices are small

bool isMixed(const KindColumn& column) {
  return column.problem == nullptr || plan::is_mixed(column.problem->cluster);
}

/// What a column holds of a program; null: none was synthesised to the end.
const ProgramSummary* summaryIn(const KindColumn& column) {
  const auto* program =
      column.found->option ? planning::as<planning::ProgramLayout>(column.found->option->layout) : nullptr;
  return program != nullptr ? program->summary().get() : nullptr;
}

bool holdsProgram(const KindColumn& column) {
  const ProgramSummary* made = summaryIn(column);
  return made != nullptr && made->fits && isMixed(column);
}

/// "pipeline of 4 stages · weights gathered again": what the program is.
QString kindText(const ProgramSummary& made) {
  const int gpus = made.devices();
  QStringList parts{made.stages > 1
                        ? ProgramWords::tr("pipeline of %n stage(s), each a program", nullptr, made.stages)
                        : grouped(ProgramWords::tr("one program of %n GPU(s)", nullptr, gpus), gpus)};
  if (const QString run = executionText(made.execution); !run.isEmpty()) parts << run;
  if (made.stopped) parts << ProgramWords::tr("stopped early");
  if (made.violation.binding != cost::Binding::none)
    parts << ProgramWords::tr("not ranked: %1").arg(violationText(made.violation));
  return parts.join(u" · "_s);
}

/// Why there are no numbers.
QString noneText(const KindColumn& column) {
  const ProgramSummary* made = summaryIn(column);
  if (!isMixed(column)) return ProgramWords::tr("none: all GPUs are equally fast");
  if (column.found->error) return messageFor(*column.found->error).plain();
  if (made != nullptr && made->stopped) return ProgramWords::tr("stopped before one was found that fits");
  if (made != nullptr)
    return ProgramWords::tr("none fits: %1 lacks %2 of memory", "device, size")
        .arg(QString::fromStdString(made->short_of.device), gibText(made->short_of.missing.value));
  if (column.problem != nullptr && !plan::may_answer(*column.problem))
    return ProgramWords::tr("none: no program keeps the limits");
  return ProgramWords::tr("not synthesised yet");
}

QString stateText(const KindColumn& column) {
  QStringList parts;
  if (column.found->running) parts << ProgramWords::tr("synthesising…");
  const bool known = summaryIn(column) != nullptr || column.found->error;
  if (known && isMixed(column) && !column.stale.isEmpty()) parts << column.stale;
  if (holdsProgram(column))
    parts << kindText(*summaryIn(column));
  else if (known || !column.found->running)
    parts << noneText(column);
  return parts.join(u" · "_s);
}

/// "32 × 2.148 % + 32 × 0.977 %" by pool, of a pipeline stage by stage.
QString ratiosText(const ProgramSummary& made) {
  QStringList stages;
  for (int stage = 0; stage < made.stages; ++stage) {
    QStringList pools;
    for (const ProgramSummary::Ratio& ratio : made.ratios)
      if (ratio.stage == stage)
        pools << ProgramWords::tr("%1 %2 × %3", "pool, devices, share of each")
                     .arg(QString::fromStdString(made.pools[static_cast<std::size_t>(ratio.pool)].id),
                          wholeText(ratio.devices), percentText(ratio.share, kShareDecimals));
    stages << pools.join(u" + "_s);
  }
  if (stages.size() == 1) return stages.front();
  QStringList told;
  for (qsizetype first = 0, end = 0; first < stages.size(); first = end) {
    for (end = first + 1; end < stages.size() && stages[end] == stages[first];) ++end;
    told << (end - first == 1
                 ? ProgramWords::tr("stage %1: %2").arg(first + 1).arg(stages[first])
                 : ProgramWords::tr("stages %1 to %2: %3").arg(first + 1).arg(end).arg(stages[first]));
  }
  return told.join(u" · "_s);
}

QString collectivesText(const ProgramSummary& made) {
  QStringList kinds;
  for (const ProgramSummary::Collective& each : made.collectives)
    kinds << ProgramWords::tr("%1: %2, %3", "a collective, how often, of how many bytes")
                 .arg(collectiveText(each.kind), wholeText(each.count), gibText(each.bytes));
  return kinds.isEmpty() ? ProgramWords::tr("none", "no collectives") : kinds.join(u" · "_s);
}

QString proofText(const ProgramSummary& made) {
  const QString much = percentText(made.gap), gap = ProgramWords::tr("gap %1").arg(much);
  if (made.proven)
    return made.gap < kAlike ? ProgramWords::tr("proven")
                             : ProgramWords::tr("proven, %1 by rounding", "0.4 %").arg(much);
  return made.stages > 1 ? ProgramWords::tr("%1 of these stages", "gap 5.2 %").arg(gap) : gap;
}

/// The type of GPU, or where several pools have that their names.
QString poolName(const ProgramSummary& made, const ProgramSummary::Pool& pool) {
  const auto alike = std::count_if(made.pools.begin(), made.pools.end(),
                                   [&](const auto& other) { return other.gpu.id == pool.gpu.id; });
  return alike > 1 ? QString::fromStdString(pool.id) : shortGpuName(pool.gpu);
}

/// The pool whose fullest device is the fullest of all, by what it may hold.
const ProgramSummary::Pool& fullestOf(const ProgramSummary& made) {
  const auto share = [](const ProgramSummary::Pool& pool) { return pool.memory.total / pool.memory.limit; };
  return *std::max_element(made.pools.begin(), made.pools.end(),
                           [&](const auto& a, const auto& b) { return share(a) < share(b); });
}

QString fullestText(const ProgramSummary& made) {
  const ProgramSummary::Pool& pool = fullestOf(made);
  return ProgramWords::tr("%1 of %2 on %3, %4", "memory, limit, GPU, share")
      .arg(gibText(pool.memory.total.value), gibText(pool.memory.limit.value), poolName(made, pool),
           percentText(pool.memory.total / pool.memory.limit, 0));
}

QString pointsText(double share) {
  return ProgramWords::tr("%1 points", "of per cent").arg(QLocale().toString(100.0 * share, 'f', 1));
}

std::vector<ComparedBar> memoryBarsOf(const ProgramSummary& made, const Theme& theme) {
  std::vector<ComparedBar> bars;
  for (const ProgramSummary::Pool& pool : made.pools) {
    ComparedBar bar{poolName(made, pool), memoryShares(pool.memory, theme), in_gib(pool.memory.limit)};
    for (Share& share : bar.shares) share.value /= kGib;
    bars.push_back(std::move(bar));
  }
  return bars;
}

std::vector<ComparedBar> shareBarsOf(const ProgramSummary& made, const Theme& theme) {
  const PartStyle& style = theme.part(cost::Part::compute_forward);
  std::vector<ComparedBar> bars;
  for (const ProgramSummary::Pool& pool : made.pools)
    bars.push_back({poolName(made, pool),
                    {{ProgramWords::tr("share of a GPU"), pool.share, style.color, style.ink, style.hatch,
                      style.pattern}},
                    0.0});
  return bars;
}

class ProgramRows {
 public:
  ProgramRows(const std::vector<KindColumn>& columns, const KindColumn& baseline, const Theme& theme)
      : m_columns(columns), m_baseline(baseline), m_theme(theme) {
    m_reference = &baseline;
    if (!holdsProgram(baseline))
      m_reference = &*std::find_if(columns.begin(), columns.end(),
                                   [](const KindColumn& column) { return holdsProgram(column); });
  }

  std::vector<ComparedRow> make() {
    add_kind();
    add_figures();
    add_parts();
    return std::move(m_rows);
  }

 private:
  bool isApart(const KindColumn& column) const {
    return holdsProgram(column) && !plan::same_graph(column.found->asked, m_reference->found->asked);
  }

  ComparedRow& start(const ComparedSection& section, const QString& name, const char* field) {
    ComparedRow row;
    row.section = &section;
    row.name = name;
    row.field = field;
    m_rows.push_back(std::move(row));
    return m_rows.back();
  }
  /// A row of words; `read` is asked where there is a program.
  template <class Read>
  ComparedRow& words(const ComparedSection& section, const QString& name, const char* field,
                     const Read& read) {
    ComparedRow& row = start(section, name, field);
    for (const KindColumn& column : m_columns) {
      ComparedCell cell;
      cell.text = holdsProgram(column) ? read(column) : unknownText();
      cell.stale = holdsProgram(column) && column.found->stale;
      row.cells.push_back(std::move(cell));
    }
    return row;
  }
  template <class Read>
  ComparedRow& numbers(const ComparedSection& section, const QString& name, const char* field, Good good,
                       const Read& read, const std::function<QString(double)>& text,
                       const std::function<QString(double)>& by = {}) {
    ComparedRow& row = start(section, name, field);
    row.good = good;
    const std::optional<double> base =
        holdsProgram(m_baseline) ? std::optional<double>(read(*summaryIn(m_baseline))) : std::nullopt;
    for (const KindColumn& column : m_columns) {
      const bool holds = holdsProgram(column), apart = isApart(column);
      const std::optional<double> value =
          holds ? std::optional<double>(read(*summaryIn(column))) : std::nullopt;
      ComparedCell cell = numberCell(value, apart ? std::nullopt : base, good, text, by);
      if (apart) cell.change = Change::Apart;
      cell.stale = holds && column.found->stale;
      row.cells.push_back(std::move(cell));
    }
    return row;
  }
  /// What `read` says of each program, on one axis; as parts for files alone where graphs differ and `apart`.
  template <class Read>
  void bars(ComparedRow& row, const char* unit, bool apart, const Read& read) {
    row.unit = unit;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
      if (!holdsProgram(m_columns[i])) continue;
      std::vector<ComparedBar> made = read(*summaryIn(m_columns[i]));
      if (apart && isApart(m_columns[i])) {
        for (const ComparedBar& bar : made)
          for (const Share& share : bar.shares) row.cells[i].parts.emplace_back(share.name, share.value);
        continue;
      }
      row.cells[i].bars = std::move(made);
      for (const ComparedBar& bar : row.cells[i].bars)
        row.most = std::max({row.most, bar.total(), bar.limit});
    }
  }

  /// What the programs are, and of which graphs.
  void add_kind() {
    ComparedRow& kind = start(ProgramSection::Program, ProgramWords::tr("Program"), "program");
    for (const KindColumn& column : m_columns) {
      ComparedCell cell;
      cell.text = stateText(column);
      cell.stale = column.found->stale && isMixed(column);
      kind.cells.push_back(std::move(cell));
    }
    words(ProgramSection::Program, ProgramWords::tr("Graph"), "program_graph", [&](const KindColumn& column) {
      const plan::Plan &asked = column.found->asked, &reference = m_reference->found->asked;
      QString model = QString::fromStdString(asked.model_name);
      if (asked.model_name == reference.model_name && !plan::same_model(asked, reference))
        model = ProgramWords::tr("%1 (another file)").arg(model);
      const QString graph =
          ProgramWords::tr("%1 · %2 × %3 tokens · %4", "model, sequences, their length, precision")
              .arg(model, wholeText(static_cast<double>(asked.job.global_batch)),
                   wholeText(static_cast<double>(asked.job.sequence_length)),
                   QLatin1StringView(hardware::to_string(asked.job.precision)));
      if (!isApart(column)) return graph;
      return graph + u" · "_s +
             ProgramWords::tr("another graph than that of %1: their numbers are not compared")
                 .arg(m_reference->letter);
    });
  }

  void add_figures() {
    numbers(
        ProgramSection::Program, ProgramWords::tr("Tokens/s"), "program_tokens_per_second", Good::More,
        [](const ProgramSummary& made) { return made.evaluation.tokens_per_second; },
        [](double value) { return wholeText(value); });
    ComparedRow& gap = numbers(
        ProgramSection::Program, ProgramWords::tr("Proof"), "program_gap", Good::Less,
        [](const ProgramSummary& made) { return made.gap; }, [](double value) { return percentText(value); },
        pointsText);
    for (std::size_t i = 0; i < m_columns.size(); ++i)
      if (holdsProgram(m_columns[i])) gap.cells[i].text = proofText(*summaryIn(m_columns[i]));
    words(ProgramSection::Program, ProgramWords::tr("Shares of the devices"), "program_ratios",
          [](const KindColumn& column) { return ratiosText(*summaryIn(column)); });
    ComparedRow& peak = numbers(
        ProgramSection::Program, ProgramWords::tr("Peak of memory"), "program_peak_memory", Good::Neither,
        [](const ProgramSummary& made) {
          const cost::StageMemory& memory = fullestOf(made).memory;
          return memory.total / memory.limit;
        },
        [](double value) { return percentText(value, 0); }, pointsText);
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
      if (!holdsProgram(m_columns[i])) continue;
      const ProgramSummary& made = *summaryIn(m_columns[i]);
      peak.cells[i].text = fullestText(made);
      for (const ProgramSummary::Pool& pool : made.pools) {
        const QString id = QString::fromStdString(pool.id);
        peak.cells[i].parts.emplace_back(id + u" total_gib"_s, in_gib(pool.memory.total));
        peak.cells[i].parts.emplace_back(id + u" limit_gib"_s, in_gib(pool.memory.limit));
      }
    }
    using Collective = ProgramSummary::Collective;
    const auto byKind = [this](ComparedRow& row, double Collective::*number) {
      for (std::size_t i = 0; i < m_columns.size(); ++i)
        if (holdsProgram(m_columns[i]))
          for (const Collective& each : summaryIn(m_columns[i])->collectives)
            row.cells[i].parts.emplace_back(QLatin1StringView(spmd::to_string(each.kind)), each.*number);
    };
    byKind(numbers(
               ProgramSection::Program, ProgramWords::tr("Collectives a step"), "program_collectives",
               Good::Neither, [](const ProgramSummary& made) { return made.collective_count(); },
               [](double value) { return wholeText(value); }),
           &Collective::count);
    byKind(numbers(
               ProgramSection::Program, ProgramWords::tr("Tensors moved"), "program_collective_bytes",
               Good::Less, [](const ProgramSummary& made) { return made.collective_bytes(); },
               [](double value) { return gibText(value); }),
           &Collective::bytes);
    words(ProgramSection::Program, ProgramWords::tr("Collectives by kind"), "program_collectives_by_kind",
          [](const KindColumn& column) { return collectivesText(*summaryIn(column)); });
  }

  /// Where time and memory go, and how the work is shared.
  void add_parts() {
    bars(numbers(
             ProgramSection::Time, ProgramWords::tr("seconds, one axis"), "program_step_seconds", Good::Less,
             [](const ProgramSummary& made) { return made.evaluation.step.value; }, durationText),
         "s", true, [this](const ProgramSummary& made) {
           return std::vector<ComparedBar>{{{}, timeShares(made.evaluation, m_theme), 0.0}};
         });
    numbers(
        ProgramSection::Time, ProgramWords::tr("Compute"), "program_computing_seconds", Good::Less,
        [](const ProgramSummary& made) { return made.computing_seconds(); }, durationText);
    numbers(
        ProgramSection::Time, ProgramWords::tr("Exposed communication"), "program_communicating_seconds",
        Good::Less, [](const ProgramSummary& made) { return made.communicating_seconds(); }, durationText);
    bars(words(ProgramSection::Memory, ProgramWords::tr("GiB, one axis"), "program_memory_gib",
               [](const KindColumn&) { return QString(); }),
         "GiB", false, [this](const ProgramSummary& made) { return memoryBarsOf(made, m_theme); });
    bars(words(ProgramSection::Shares, ProgramWords::tr("% of the work, one axis"), "program_shares",
               [](const KindColumn&) { return QString(); }),
         "%", false, [this](const ProgramSummary& made) { return shareBarsOf(made, m_theme); });
  }

  const std::vector<KindColumn>& m_columns;
  const KindColumn& m_baseline;
  const KindColumn* m_reference = nullptr;  ///< whose graph the others are compared with
  const Theme& m_theme;
  std::vector<ComparedRow> m_rows;
};

}  // namespace

const ComparedSection ProgramSection::Program{"program",
                                              [] { return ProgramWords::tr("Distributed program"); }};
const ComparedSection ProgramSection::Time{
    "program_time", [] { return ProgramWords::tr("Time per step of the distributed program"); }};
const ComparedSection ProgramSection::Memory{
    "program_memory",
    [] { return ProgramWords::tr("Memory per GPU of the distributed program, fullest of each type"); }, true};
const ComparedSection ProgramSection::Shares{
    "program_shares",
    [] { return ProgramWords::tr("Work of the distributed program on one GPU of each type"); }, true};

namespace {

struct ProgramHint {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::CompareWindow)
};

class ComparedPrograms final : public ComparedKind {
 public:
  std::string_view kind() const override { return planning::kProgram; }
  bool holds(const KindColumn& column) const override { return holdsProgram(column); }
  std::vector<ComparedRow> rows(const std::vector<KindColumn>& columns, const KindColumn& baseline,
                                const Theme& theme) const override {
    return ProgramRows(columns, baseline, theme).make();
  }
  KindHint hint() const override {
    return {ProgramHint::tr("Distributed programs: %1.", "what is missing"),
            ProgramHint::tr(", ", "between letters of scenarios"),
            ProgramHint::tr("not synthesised yet for %1", "letters"),
            ProgramHint::tr("stale for %1", "letters"),
            ProgramHint::tr("being synthesised for %1", "letters"),
            ProgramHint::tr("S&ynthesise them"),
            ProgramHint::tr("Synthesise the distributed programs that are missing or stale"),
            ProgramHint::tr("S&top"),
            ProgramHint::tr("Stop the synthesis of distributed programs")};
  }
  QString staleText(const QString& letter) const override {
    return ProgramWords::tr("The distributed program of %1 is stale: its inputs changed since.").arg(letter);
  }
};

}  // namespace

const ComparedKind& comparedPrograms() {
  static const ComparedPrograms programs;
  return programs;
}

}  // namespace astrolabe::ui
