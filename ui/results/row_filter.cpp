#include "ui/results/row_filter.h"

#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "core/strategy/schedules.h"
#include "ui/render/kind_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

enum class Unit { Count, Percent, Seconds, Amount, Hours, Money };

using Read = double (*)(const FilterRow&);

/// A field with a number. What a row does not have is NaN: figures of a rejected one, degrees
/// of another kind than pipelines.
struct NumberColumn {
  const char* name;
  Unit unit;
  Read read;
};

template <typename Get>
double evaluated(const FilterRow& row, Get get) {
  return row.evaluation != nullptr ? get(*row.evaluation) : std::nan("");
}

/// Only pipelines have degrees.
double degree(const FilterRow& row, int strategy::Strategy::*field) {
  return row.strategy != nullptr ? row.strategy->*field : std::nan("");
}

/// What another kind says in a column of words.
QString wordBeside(const FilterRow& row, std::string_view field) {
  return row.beside != nullptr ? kindWords(*row.beside).word(field, *row.beside) : QString();
}

const NumberColumn kNumbers[] = {
    {"tp", Unit::Count, [](const FilterRow& r) { return degree(r, &strategy::Strategy::tensor_parallel); }},
    {"pp", Unit::Count, [](const FilterRow& r) { return degree(r, &strategy::Strategy::pipeline_parallel); }},
    {"dp", Unit::Count, [](const FilterRow& r) { return degree(r, &strategy::Strategy::data_parallel); }},
    {"cp", Unit::Count, [](const FilterRow& r) { return degree(r, &strategy::Strategy::context_parallel); }},
    {"ep", Unit::Count, [](const FilterRow& r) { return degree(r, &strategy::Strategy::expert_parallel); }},
    {"etp", Unit::Count,
     [](const FilterRow& r) { return degree(r, &strategy::Strategy::expert_tensor_parallel); }},
    {"vp", Unit::Count, [](const FilterRow& r) { return degree(r, &strategy::Strategy::virtual_pipeline); }},
    {"mbs", Unit::Count, [](const FilterRow& r) { return degree(r, &strategy::Strategy::micro_batch); }},
    {"zero", Unit::Count, [](const FilterRow& r) { return degree(r, &strategy::Strategy::zero_stage); }},
    {"rank", Unit::Count, [](const FilterRow& r) { return r.rank; }},
    {"gpus", Unit::Count,
     [](const FilterRow& r) { return evaluated(r, [](auto& e) { return double(e.gpus_used()); }); }},
    {"mem", Unit::Percent,
     [](const FilterRow& r) { return evaluated(r, [](auto& e) { return e.memory_share(); }); }},
    {"mfu", Unit::Percent, [](const FilterRow& r) { return evaluated(r, [](auto& e) { return e.mfu; }); }},
    {"bubble", Unit::Percent,
     [](const FilterRow& r) { return evaluated(r, [](auto& e) { return e.bubble_share(); }); }},
    {"delta", Unit::Percent, [](const FilterRow& r) { return r.evaluation ? r.delta : std::nan(""); }},
    {"step", Unit::Seconds,
     [](const FilterRow& r) { return evaluated(r, [](auto& e) { return e.step.value; }); }},
    {"speed", Unit::Amount,
     [](const FilterRow& r) { return evaluated(r, [](auto& e) { return e.tokens_per_second; }); }},
    {"cost", Unit::Money,
     [](const FilterRow& r) {
       return evaluated(r, [](auto& e) { return e.money.usd_per_trillion_tokens.value_or(std::nan("")); });
     }},
    {"power", Unit::Amount,
     [](const FilterRow& r) { return evaluated(r, [](auto& e) { return e.money.power_kw; }); }},
    {"hours", Unit::Hours,
     [](const FilterRow& r) { return evaluated(r, [](auto& e) { return e.outcome.hours; }); }},
};
constexpr int kNumberCount = static_cast<int>(std::size(kNumbers));

/// Fields with a word; their place follows the numbers.
enum WordField { RecomputeField = kNumberCount, ScheduleField, TypeField, IsField, FieldCount };
const char* const kWords[] = {"recompute", "schedule", "type", "is"};

QString filterName(int field) {
  return QLatin1StringView(field < kNumberCount ? kNumbers[field].name : kWords[field - kNumberCount]);
}

int fieldOf(QString name) {
  name = name.toLower();
  if (name == u"gpu"_s) name = u"type"_s;
  if (name == u"tokens"_s) name = u"speed"_s;
  if (name == u"memory"_s) name = u"mem"_s;
  if (name == u"#"_s) name = u"rank"_s;
  if (name == u"$"_s || name == currencySign().toLower()) name = u"cost"_s;
  if (name == u"Δ"_s) name = u"delta"_s;
  for (int field = 0; field < FieldCount; ++field)
    if (filterName(field) == name) return field;
  return -1;
}

QStringList scheduleNames() {
  QStringList names;
  for (const std::string& name : strategy::schedule_names()) names << QString::fromStdString(name);
  return names;
}

/// Words a field knows; empty when any word will do.
QStringList choices(int field) {
  switch (field) {
    case RecomputeField:
      return {u"none"_s, u"selective"_s, u"full"_s};
    case ScheduleField:
      return scheduleNames();
    case IsField:
      return {u"pinned"_s, u"mine"_s, u"rejected"_s};
    default:
      return {};
  }
}

/// A number with its unit: "90%", "40k", "1.5 M" without the space, "250ms", "3d".
std::optional<double> readNumber(QString text, Unit unit) {
  double factor = unit == Unit::Percent ? 0.01 : 1.0;
  const auto ends = [&](const QString& suffix, double by) {
    if (!text.endsWith(suffix)) return false;
    text.chop(suffix.size());
    factor *= by;
    return true;
  };
  switch (unit) {
    case Unit::Percent:
      ends(u"%"_s, 1.0);
      break;
    case Unit::Seconds:
      ends(u"ms"_s, 1e-3) || ends(u"s"_s, 1.0);
      break;
    case Unit::Hours:
      ends(u"h"_s, 1.0) || ends(u"d"_s, 24.0);
      break;
    case Unit::Amount:
    case Unit::Money:
      ends(u"k"_s, 1e3) || ends(u"M"_s, 1e6) || ends(u"kW"_s, 1.0);
      break;
    case Unit::Count:
      break;
  }
  text = text.trimmed();
  text.replace(QChar(0x2212), u'-');  // a true minus, as it is shown
  const std::optional<double> value = numberOf(text);
  return value ? std::optional(*value * factor) : std::nullopt;
}

bool usesPool(const FilterRow& row, std::size_t pool) {
  if (row.strategy == nullptr)
    return row.evaluation != nullptr && pool < row.evaluation->gpus.size() && row.evaluation->gpus[pool] > 0;
  const std::vector<strategy::Stage>& stages = row.strategy->stages;
  return std::any_of(stages.begin(), stages.end(), [&](const strategy::Stage& stage) {
    return static_cast<std::size_t>(stage.pool) == pool;
  });
}

QString shortest(const QStringList& names, const QString& wrong) {
  // The nearest few: those that begin alike, else all.
  const QStringList near = names.filter(QRegularExpression(u'^' + QRegularExpression::escape(wrong.left(1)),
                                                           QRegularExpression::CaseInsensitiveOption));
  return (near.isEmpty() ? names : near).join(u", "_s);
}

}  // namespace

QStringList RowFilter::fields() {
  QStringList names;
  for (int field = 0; field < FieldCount; ++field) names << filterName(field);
  return names;
}

QString RowFilter::help() {
  QStringList lines{
      tr("A row has to meet every term; “-” before a term excludes what it matches."),
      tr("Numbers are compared by = != < <= > >=, words by a colon."),
      tr("tp, pp, dp, cp, ep, etp: degrees of tensor, pipeline, data, context, expert and expert-tensor "
         "parallelism — tp=8"),
      tr("vp: model chunks per stage; mbs: sequences of a micro-batch; zero: ZeRO stage; gpus: GPUs used; "
         "rank: place in the ranking — rank<=10"),
      tr("mem: memory in % of the limit; mfu: model FLOPs utilisation; bubble: share of the step — mem<90%"),
      tr("delta: how much better or worse than the best, in % — delta>-5%"),
      tr("step: time of a step — step<250ms; hours: time of the whole job — hours<3d"),
      tr("speed: tokens per second — speed>40k; cost: of 10¹² tokens — cost<1.5M; power: in kW — power<90"),
      tr("type: GPU type, also without “type:” — type:h100"),
      tr("recompute: none, selective or full — recompute:full"),
      tr("schedule: one of %1 — schedule:1f1b", "names of schedules").arg(scheduleNames().join(u", "_s)),
      tr("is: pinned, mine or rejected — is:pinned")};
  if (!currentCurrency().isDollar())
    lines << tr("cost is in %1; “$” in its place is in dollars", "code of a currency")
                 .arg(currentCurrency().code);
  return lines.join(u'\n');
}

tl::expected<RowFilter::Term, FilterMistake> RowFilter::readTerm(const QString& text, int at) {
  const auto wrong = [&](const QString& message) {
    return tl::unexpected<FilterMistake>(FilterMistake{message, at, static_cast<int>(text.size())});
  };
  Term term;
  QString body = text;
  if (body.size() > 1 && (body.startsWith(u'-') || body.startsWith(u'!'))) {
    term.negated = true;
    body.remove(0, 1);
  }
  static const QRegularExpression form(u"^([^=:<>!≤≥]*)(==|!=|<=|>=|=|:|<|>|≤|≥)(.*)$"_s);
  const QRegularExpressionMatch match = form.match(body);
  if (!match.hasMatch()) {
    term.field = TypeField;  // a bare word is a GPU type
    term.word = body;
    return term;
  }
  const QString name = match.captured(1), op = match.captured(2), value = match.captured(3);
  term.field = fieldOf(name);
  if (term.field < 0) return wrong(tr("“%1” is not a column. Try: %2.").arg(name, shortest(fields(), name)));
  if (value.isEmpty()) return wrong(tr("A value is missing after “%1”.").arg(name + op));
  static const QHash<QString, Op> ops{{u"="_s, Op::Equal},     {u"=="_s, Op::Equal}, {u":"_s, Op::Equal},
                                      {u"!="_s, Op::NotEqual}, {u"<"_s, Op::Less},   {u"<="_s, Op::AtMost},
                                      {u"≤"_s, Op::AtMost},    {u">"_s, Op::More},   {u">="_s, Op::AtLeast},
                                      {u"≥"_s, Op::AtLeast}};
  term.op = ops.value(op);
  if (term.field < kNumberCount) {
    const std::optional<double> number = readNumber(value, kNumbers[term.field].unit);
    if (!number) return wrong(tr("“%1” is not a number that “%2” can be compared with.").arg(value, name));
    // Typed as the column shows it; behind a "$" they are dollars whatever that is.
    const bool shown = kNumbers[term.field].unit == Unit::Money && name != u"$"_s;
    term.value = shown ? dollars(*number) : *number;
    return term;
  }
  if (term.op != Op::Equal && term.op != Op::NotEqual)
    return wrong(tr("“%1” has words, not sizes: use “:” in place of “%2”.").arg(name, op));
  term.word = value.toLower();
  if (const QStringList known = choices(term.field); !known.isEmpty() && !known.contains(term.word))
    return wrong(tr("“%1” is none of: %2.").arg(value, known.join(u", "_s)));
  return term;
}

tl::expected<RowFilter, FilterMistake> RowFilter::parse(const QString& text) {
  RowFilter filter;
  static const QRegularExpression word(u"\\S+"_s);
  for (auto words = word.globalMatch(text); words.hasNext();) {
    const QRegularExpressionMatch match = words.next();
    auto term = readTerm(match.captured(), static_cast<int>(match.capturedStart()));
    if (!term) return tl::unexpected<FilterMistake>(term.error());
    filter.m_terms.push_back(std::move(*term));
  }
  return filter;
}

void RowFilter::bind(const strategy::Problem* problem) {
  for (Term& term : m_terms) {
    term.pools.clear();
    if (term.field != TypeField || problem == nullptr) continue;
    for (const hardware::Pool& pool : problem->cluster.pools) {
      const QString names = QString::fromStdString(pool.gpu.id + ' ' + pool.gpu.name + ' ' + pool.id);
      term.pools.push_back(names.contains(term.word, Qt::CaseInsensitive));
    }
  }
}

bool RowFilter::holds(const Term& term, const FilterRow& row) const {
  if (term.field < kNumberCount) {
    const double found = kNumbers[term.field].read(row);
    // Percentages and speeds are shown rounded; equal means equal to what was typed within a ten-thousandth.
    const double slack = 1e-4 * std::max(std::abs(found), std::abs(term.value));
    switch (term.op) {
      case Op::Equal:
        return std::abs(found - term.value) <= slack;
      case Op::NotEqual:
        return !(std::abs(found - term.value) <= slack);
      case Op::Less:
        return found < term.value;
      case Op::AtMost:
        return found <= term.value;
      case Op::More:
        return found > term.value;
      case Op::AtLeast:
        return found >= term.value;
    }
    return false;
  }
  bool equal = false;
  switch (term.field) {
    case RecomputeField:
      equal = term.word == (row.strategy != nullptr
                                ? QString::fromLatin1(strategy::to_string(row.strategy->recompute))
                                : wordBeside(row, "recompute"));
      break;
    case ScheduleField:
      equal = term.word == (row.strategy != nullptr
                                ? QString::fromLatin1(strategy::to_string(row.strategy->schedule))
                                : wordBeside(row, "schedule"));
      break;
    case TypeField:
      for (std::size_t pool = 0; pool < term.pools.size(); ++pool)
        equal = equal || (term.pools[pool] && usesPool(row, pool));
      break;
    default:
      equal = (term.word == u"pinned"_s && row.pinned) || (term.word == u"mine"_s && row.mine) ||
              (term.word == u"rejected"_s && row.rejected);
  }
  return equal == (term.op == Op::Equal);
}

bool RowFilter::accepts(const FilterRow& row) const {
  return std::all_of(m_terms.begin(), m_terms.end(),
                     [&](const Term& term) { return holds(term, row) != term.negated; });
}

}  // namespace astrolabe::ui
