#include "ui/render/worked_inputs.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/calibration/calibration.h"
#include "core/cost/money.h"
#include "core/hardware/pool_power.h"
#include "core/model/model_reader.h"
#include "ui/render/calibration_text.h"
#include "ui/render/cost_words.h"
#include "ui/render/numbers.h"
#include "ui/render/reason_words.h"
#include "ui/render/report_question.h"
#include "ui/render/strategy_words.h"
#include "ui/render/text.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using hardware::CostBasis;

struct InputWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::WorkedFigure)
};

FormulaInput::Origin originOf(const hardware::Source& source) {
  return source.own ? FormulaInput::Origin::OwnType : FormulaInput::Origin::Catalogue;
}

/// The letter of a value of the costs in the formulas.
QString letterOf(const std::string& key) {
  if (key == "cost.years") return u"y"_s;
  if (key == "cost.residual") return u"z"_s;
  if (key == "cost.utilisation") return u"u"_s;
  if (key == "cost.usd_per_kwh") return u"k"_s;
  if (key == "cost.hosting_usd_per_kw_month") return u"c"_s;
  return key == "cost.pue" ? u"f"_s : QString();
}

QString statedSource(bool stated) {
  return stated ? InputWords::tr("the job of this plan") : InputWords::tr("not stated: the usual value");
}

}  // namespace

QString originWord(FormulaInput::Origin origin) {
  using Origin = FormulaInput::Origin;
  switch (origin) {
    case Origin::Stated:
      return InputWords::tr("stated");
    case Origin::Assumed:
      return InputWords::tr("assumed");
    case Origin::Catalogue:
      return InputWords::tr("catalogue");
    case Origin::OwnType:
      return InputWords::tr("own type");
    case Origin::OwnPrice:
      return InputWords::tr("own price");
    case Origin::Model:
      return InputWords::tr("model");
    case Origin::Derived:
      break;
  }
  return InputWords::tr("derived");
}

WorkedInputs::WorkedInputs(const cost::Evaluation& evaluation, const plan::Snapshot& snapshot,
                           const plan::Plan& asked, const hardware::Catalogue& catalogue,
                           const KindWords& kind)
    : m_e(evaluation),
      m_snapshot(snapshot),
      m_problem(*snapshot.problem),
      m_job(snapshot.problem->job),
      m_asked(asked),
      m_catalogue(catalogue),
      m_kind(kind) {
  const std::vector<hardware::Pool>& pools = m_problem.cluster.pools;
  for (std::size_t i = 0; i < pools.size() && i < m_e.gpus.size(); ++i) {
    const int paid = i < m_e.paid.size() ? m_e.paid[i] : pools[i].paid(m_e.gpus[i]);
    const int idle = i < m_e.kept.size() ? m_e.kept[i] : cost::kept_gpus(pools[i], m_job.cost, paid);
    if (m_e.gpus[i] > 0 || idle > 0) m_used.push_back({&pools[i], m_e.gpus[i], paid, idle});
  }
}

const hardware::PoolSpec* WorkedInputs::specOf(const hardware::Pool& pool) const {
  const auto found = std::find_if(m_asked.cluster.pools.begin(), m_asked.cluster.pools.end(),
                                  [&](const hardware::PoolSpec& one) { return one.id == pool.id; });
  return found == m_asked.cluster.pools.end() ? nullptr : &*found;
}

void WorkedInputs::begin(FormulaId id, const QString& value) {
  m_figure.formula = formulaOf(id);
  m_figure.value = value;
}

void WorkedInputs::line(const QString& left, const QString& right) {
  const QString text = left + u" = "_s + right;
  if (!m_figure.worked.contains(text)) m_figure.worked << text;
}

void WorkedInputs::input(const QString& letter, const QString& name, const QString& value, Origin origin,
                         const QString& source, const QString& date) {
  for (const FormulaInput& known : m_figure.inputs)
    if (known.letter == letter && known.name == name) return;
  m_figure.inputs.push_back({letter, name, value, origin, source, date});
}

void WorkedInputs::jobInput(const QString& letter, const QString& name, const QString& value,
                            const char* key) {
  const bool stated = strategy::is_stated(m_job, key);
  input(letter, name, value, stated ? Origin::Stated : Origin::Assumed, statedSource(stated));
}

void WorkedInputs::link(const hardware::Pool& pool) {
  const std::vector<std::string>& known = m_figure.pools;
  if (specOf(pool) != nullptr && std::find(known.begin(), known.end(), pool.id) == known.end())
    m_figure.pools.push_back(pool.id);
}

std::optional<double> WorkedInputs::priceOf(const hardware::Pool& pool) const {
  if (m_job.cost.basis == CostBasis::rent)
    return pool.usd_per_gpu_hour ? std::optional(pool.usd_per_gpu_hour->value) : std::nullopt;
  return pool.purchase_per_gpu ? std::optional(pool.purchase_per_gpu->value) : std::nullopt;
}

void WorkedInputs::gpuCounts() {
  for (const Used& used : m_used) {
    if (used.gpus > 0)
      input(u"g"_s, InputWords::tr("GPUs of %1").arg(text(used.pool->id)), wholeText(used.gpus),
            Origin::Derived, InputWords::tr("the strategy"));
  }
}

void WorkedInputs::paidCounts() {
  for (const Used& used : m_used) {
    if (used.paid > 0)
      input(u"g′"_s, InputWords::tr("GPUs of %1 that are paid for").arg(text(used.pool->id)),
            wholeText(used.paid), Origin::Derived,
            used.pool->unit == 1 ? InputWords::tr("by single GPUs")
                                 : InputWords::tr("whole units of %n GPUs", nullptr, used.pool->unit));
    if (used.idle > 0)
      input(u"i"_s, InputWords::tr("Idle GPUs of %1").arg(text(used.pool->id)), wholeText(used.idle),
            Origin::Derived, InputWords::tr("the strategy"));
  }
}

void WorkedInputs::batch() {
  jobInput(u"G"_s, InputWords::tr("Sequences of a step"), wholeText(m_job.global_batch), "global_batch");
  jobInput(u"S"_s, InputWords::tr("Tokens of a sequence"), wholeText(m_job.sequence_length),
           "sequence_length");
}

void WorkedInputs::tokens() {
  jobInput(u"D"_s, InputWords::tr("Tokens of the job"), exactText(m_job.tokens), "tokens");
}

void WorkedInputs::stepInput() {
  input(u"T"_s, InputWords::tr("Step"), numberWithUnit(exactText(m_e.step.value), u"s"_s), Origin::Derived,
        m_kind.stepSource());
}

void WorkedInputs::speedInput() {
  input(u"v"_s, InputWords::tr("Speed"),
        numberWithUnit(exactText(m_e.tokens_per_second), InputWords::tr("tokens/s")), Origin::Derived);
}

void WorkedInputs::hourInput() {
  input(u"C"_s, InputWords::tr("Cost of an hour"), exactMoneyText(m_e.money.usd_per_hour->value),
        Origin::Derived, basisText(m_job.cost.basis));
}

void WorkedInputs::powerInput() {
  input(u"w"_s, InputWords::tr("Power at the wall"), numberWithUnit(exactText(m_e.money.power_kw), u"kW"_s),
        Origin::Derived);
}

void WorkedInputs::hoursInput() {
  input(u"H"_s, InputWords::tr("Hours of the job"), numberWithUnit(exactText(m_e.hours_for_job), u"h"_s),
        Origin::Derived);
}

void WorkedInputs::constants() {
  const QString name = InputWords::tr("Constants of the cost model");
  if (m_asked.calibration.empty())
    return input({}, name, InputWords::tr("version %1").arg(calibration::kCostModelVersion), Origin::Derived,
                 InputWords::tr("fitted to published training runs; the report lists them"));
  const auto own = calibration::read_calibration_text(m_asked.calibration);
  input({}, name, own ? InputWords::tr("%n run(s) of your own", nullptr, own->runs) : unknownText(),
        Origin::Stated,
        InputWords::tr("%1; kept in this plan", "when and from what constants were made")
            .arg(calibrationText(m_asked.calibration)));
}

void WorkedInputs::peaks() {
  for (const Used& used : m_used) {
    if (used.gpus == 0) continue;
    const hardware::Gpu& gpu = used.pool->gpu;
    const auto rate = hardware::peak(gpu, m_job.precision);
    link(*used.pool);
    input(u"F"_s,
          InputWords::tr("Peak of %1, %2", "a GPU type, a precision")
              .arg(text(gpu.name), text(hardware::to_string(m_job.precision))),
          rate ? numberWithUnit(exactText(rate->value), u"FLOP/s"_s) : unknownText(), originOf(gpu.source),
          text(gpu.source.text), text(gpu.source.date));
  }
}

void WorkedInputs::model() {
  const model::Graph& graph = *m_problem.graph;
  const auto& known = model::built_in_models();
  const bool builtIn = std::any_of(known.begin(), known.end(), [&](const model::BuiltInModel& one) {
    return one.id == m_asked.model_name && (m_asked.model_text.empty() || m_asked.model_text == one.config);
  });
  const QString source = (builtIn ? InputWords::tr("built-in model %1") : InputWords::tr("model file %1"))
                             .arg(text(m_asked.model_name));
  input(u"N"_s, InputWords::tr("Active parameters without the embedding"),
        exactText(static_cast<double>(graph.parameters_active - graph.parameters_embedding)), Origin::Model,
        source);
  input(u"L"_s, InputWords::tr("Layers"), wholeText(graph.layer_count()), Origin::Model, source);
  input(u"h"_s, InputWords::tr("Hidden size"), wholeText(graph.hidden), Origin::Model, source);
}

void WorkedInputs::power() {
  for (const Used& used : m_used) {
    if (used.paid == 0) continue;
    const hardware::Pool& pool = *used.pool;
    const hardware::PoolSpec* spec = specOf(pool);
    const InputOrigin from =
        spec != nullptr ? powerOrigin(*spec, m_catalogue) : InputOrigin{Origin::Derived, {}, {}};
    link(pool);
    input(u"p"_s, InputWords::tr("Power of a GPU of %1 with its share of the machine").arg(text(pool.id)),
          pool.gpu_power ? numberWithUnit(exactText(pool.gpu_power->value), u"W"_s) : unknownText(),
          from.origin, from.source, from.date);
    if (pool.network_power > Watts{})
      input(u"s"_s, InputWords::tr("Its share of the switches of %1").arg(text(pool.id)),
            numberWithUnit(exactText(pool.network_power.value), u"W"_s), Origin::Assumed,
            reasonText({hardware::Reason::Kind::power_of_switches, {}}));
  }
  jobInput(u"f"_s, InputWords::tr("PUE (facility power ÷ IT power)"), exactText(m_job.cost.pue), "cost.pue");
}

void WorkedInputs::prices() {
  const bool rents = m_job.cost.basis == CostBasis::rent;
  for (const Used& used : m_used) {
    const hardware::Pool& pool = *used.pool;
    const std::optional<double> price = priceOf(pool);
    const QString name =
        (rents ? InputWords::tr("Rent of a GPU of %1 for an hour") : InputWords::tr("Price of a GPU of %1"))
            .arg(text(pool.id));
    const QString value = price ? exactMoneyText(*price) : InputWords::tr("no price");
    const QString letter = rents ? u"q"_s : u"Q"_s;
    const hardware::PoolSpec* spec = specOf(pool);
    link(pool);
    const auto origin = spec == nullptr ? std::optional<hardware::PoolPrice>()
                        : rents         ? hardware::pool_rent(*spec, m_catalogue, m_job.cost.commitment)
                                        : hardware::pool_purchase(*spec, m_catalogue);
    const InputOrigin from = priceOrigin(origin);
    input(letter, name, value, from.origin, from.source, from.date);
    if (!rents && pool.network_per_gpu)
      input(letter, InputWords::tr("Network of a GPU of %1").arg(text(pool.id)),
            exactMoneyText(pool.network_per_gpu->value), Origin::Stated,
            InputWords::tr("own price of the pool"));
  }
}

void WorkedInputs::costs() {
  for (const ReportCost& one : reportCosts(m_problem))
    input(letterOf(one.key), one.name, one.value, one.stated ? Origin::Stated : Origin::Assumed,
          statedSource(one.stated));
}

InputOrigin powerOrigin(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  using Origin = FormulaInput::Origin;
  if (pool.kw_per_node) return {Origin::Stated, InputWords::tr("own figure of the pool"), {}};
  const std::optional<hardware::PoolPower> power = hardware::pool_power(pool, catalogue);
  const hardware::NodeType* node = hardware::pool_node(pool, catalogue);
  const hardware::Gpu* gpu = hardware::pool_gpu(pool, catalogue);
  InputOrigin from{Origin::Assumed, power ? reasonText(power->why) : QString(), {}};
  if (power && !power->estimated && node != nullptr)
    from = {originOf(node->source), text(node->source.text), text(node->source.date)};
  const std::optional<double> limit = pool.gpu_power_limit_watts;
  if (!limit || gpu == nullptr || !gpu->power || *limit >= gpu->power->value) return from;
  if (power && !power->estimated) from.origin = Origin::Derived;
  from.source = InputWords::tr("%1, less what the limit of %2 a GPU saves", "source, power")
                    .arg(from.source, powerText(*limit));
  return from;
}

InputOrigin priceOrigin(const std::optional<hardware::PoolPrice>& price) {
  using Origin = FormulaInput::Origin;
  if (!price) return {Origin::Catalogue, {}, {}};
  if (price->stated) return {Origin::Stated, InputWords::tr("own price of the pool"), {}};
  const QString source = text(price->source), date = text(price->date);
  if (price->gpu_alone)
    return {Origin::Assumed, InputWords::tr("the GPU alone, taken for the whole; %1").arg(source), date};
  return {price->own ? Origin::OwnPrice : Origin::Catalogue, source, date};
}

}  // namespace astrolabe::ui
