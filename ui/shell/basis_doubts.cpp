#include "ui/shell/basis_doubts.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "core/hardware/pool_price.h"
#include "ui/document/commands/pool_facts.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/cost_words.h"
#include "ui/render/theme.h"
#include "ui/shell/field_fixes.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using hardware::Commitment;
using hardware::CostBasis;

QString namesOf(const std::vector<std::string>& pools) {
  QStringList names;
  for (const std::string& pool : pools) names << QString::fromStdString(pool);
  return names.join(BasisDoubts::tr(", ", "between names of pools"));
}

bool allOf(const plan::Plan& plan, const auto& known) {
  return std::all_of(plan.cluster.pools.begin(), plan.cluster.pools.end(), known);
}

void changeCost(PlanDocument& document, const std::function<void(strategy::Cost&)>& edit, const char* key,
                const QString& what) {
  strategy::Job next = document.plan().job;
  edit(next.cost);
  strategy::note_stated(next, key);
  document.undoStack().push(new SetJob(document, std::move(next), what));
}

/// Whether somebody lets such nodes: a cloud's.
bool isLet(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  return hardware::pool_rent(pool, catalogue, Commitment::on_demand).has_value();
}

}  // namespace

std::optional<BasisDoubt> basisDoubt(const plan::Plan& plan, const hardware::Catalogue& catalogue) {
  const strategy::Cost& cost = plan.job.cost;
  if (cost.basis == CostBasis::own || plan.cluster.pools.empty()) return std::nullopt;
  const auto rented = [&](Commitment commitment) {
    return [&catalogue, commitment](const hardware::PoolSpec& pool) {
      return hardware::pool_rent(pool, catalogue, commitment).has_value();
    };
  };
  const auto bought = [&](const hardware::PoolSpec& pool) {
    return hardware::pool_purchase(pool, catalogue).has_value();
  };
  BasisDoubt doubt;
  for (const hardware::PoolSpec& pool : plan.cluster.pools) {
    if (isLeftOut(plan.cluster, pool.id)) continue;
    if (cost.basis == CostBasis::rent) {
      if (!rented(cost.commitment)(pool)) doubt.pools.push_back(pool.id);
      continue;
    }
    const auto price = hardware::pool_purchase(pool, catalogue);
    if (price && !(price->gpu_alone && !price->own && hardware::pool_node(pool, catalogue) != nullptr &&
                   isLet(pool, catalogue)))
      continue;
    doubt.gpusAlone = price.has_value() && (doubt.pools.empty() || doubt.gpusAlone);
    doubt.pools.push_back(pool.id);
  }
  if (doubt.pools.empty()) return std::nullopt;
  doubt.otherKnown =
      cost.basis == CostBasis::rent ? allOf(plan, bought) : allOf(plan, rented(cost.commitment));
  if (cost.basis == CostBasis::rent)
    for (const Commitment other :
         {Commitment::on_demand, Commitment::reserved_1y, Commitment::reserved_3y, Commitment::spot})
      if (!doubt.commitment && allOf(plan, rented(other))) doubt.commitment = other;
  return doubt;
}

void takeOtherBasis(PlanDocument& document) {
  const bool rents = document.plan().job.cost.basis == CostBasis::rent;
  changeCost(
      document, [&](strategy::Cost& cost) { cost.basis = rents ? CostBasis::buy : CostBasis::rent; },
      "cost.basis", BasisDoubts::tr("cost basis", "undo step: Set …"));
}

BasisDoubts::BasisDoubts(PlanDocument& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_text(new QLabel(this)),
      m_fixes(new FieldFixes(u"goalPanel.basis.fixes"_s, nullptr, this)) {
  setObjectName(u"goalPanel.basisDoubts"_s);
  m_text->setObjectName(u"goalPanel.basis.doubt"_s);
  m_text->setFont(ui::font(TextRole::Caption));
  m_text->setTextFormat(Qt::PlainText);
  m_text->setWordWrap(true);
  setInk(m_text, currentTheme().warn);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(scaled(4));
  column->addWidget(m_text);
  column->addWidget(m_fixes);
  connect(&m_document, &PlanDocument::planChanged, this, &BasisDoubts::refresh);
  refresh();
}

void BasisDoubts::refresh() {
  const plan::Plan& plan = m_document.plan();
  const std::optional<BasisDoubt> doubt = basisDoubt(plan, m_document.catalogue());
  QList<FieldFix> fixes;
  if (doubt) {
    const bool rents = plan.job.cost.basis == CostBasis::rent;
    const QString names = namesOf(doubt->pools);
    QString words;
    if (rents && doubt->commitment) {
      const QString other = commitmentText(*doubt->commitment);
      words = tr("No rent is known for %1 under this commitment.").arg(names);
      fixes << FieldFix{u"commitment"_s, tr("Use “%1”").arg(other), [this, commitment = *doubt->commitment] {
                          changeCost(
                              m_document, [&](strategy::Cost& cost) { cost.commitment = commitment; },
                              "cost.commitment", tr("commitment", "undo step: Set …"));
                        }};
    } else if (rents) {
      words =
          doubt->otherKnown
              ? tr("No rent is known for %1, only what it costs to buy. Count it as bought, or enter a rent.")
                    .arg(names)
              : tr("No rent is known for %1. Enter one.").arg(names);
    } else if (doubt->gpusAlone) {
      words = tr("%1: nodes of a cloud. What one costs to buy is not known, so its GPUs alone are counted.")
                  .arg(names);
    } else {
      words =
          doubt->otherKnown
              ? tr("What %1 costs to buy is not known, only its rent. Count it as rented, or enter a price.")
                    .arg(names)
              : tr("What %1 costs to buy is not known. Enter a price.").arg(names);
    }
    if (doubt->otherKnown)
      fixes << FieldFix{rents ? u"buy"_s : u"rent"_s, rents ? tr("Count as bought") : tr("Count as rented"),
                        [this] { takeOtherBasis(m_document); }};
    fixes << FieldFix{u"price"_s, rents ? tr("Enter rent…") : tr("Enter price…"),
                      [this, pools = doubt->pools] { emit priceWanted(pools); }};
    m_text->setText(words);
  }
  m_fixes->setFixes(fixes);
  setVisible(doubt.has_value());
}

void BasisDoubts::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange) setInk(m_text, currentTheme().warn);
}

}  // namespace astrolabe::ui
