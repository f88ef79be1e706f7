#include "ui/shell/cluster_doubts.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <string_view>

#include "core/base/error_codes.h"
#include "core/base/units.h"
#include "core/plan/warnings.h"
#include "ui/document/commands/take_as_bits.h"
#include "ui/render/assumed_words.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/shell/field_fixes.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

QString doubtText(const DoubtfulBandwidth& doubt) {
  const QString a = QString::fromStdString(doubt.a), b = QString::fromStdString(doubt.b);
  const QString value = bandwidthText(doubt.gbPerSecond * kGb);
  switch (doubt.place) {
    case DoubtfulBandwidth::Place::Inside:
      return ClusterDoubts::tr(
                 "“%1” joins its GPUs at %2, faster than any link in the catalogue. Did you mean bits?")
          .arg(a, value);
    case DoubtfulBandwidth::Place::Between:
      return ClusterDoubts::tr(
                 "The link between “%1” and “%2” has %3, more than any network in the catalogue. Did you "
                 "mean bits?")
          .arg(a, b, value);
    case DoubtfulBandwidth::Place::Network:
      break;
  }
  return ClusterDoubts::tr(
             "The network of “%1” has %2 per node, more than any in the catalogue. Did you mean bits?")
      .arg(a, value);
}

QString doubtText(const hardware::Assumption& given) {
  const QString most =
      given.why.values.empty() ? unknownText() : QString::fromStdString(given.why.values.front());
  return ClusterDoubts::tr("%1: %2, far beyond anything known (%3 at most). Is that meant?")
      .arg(assumedName(given.what), QString::fromStdString(given.value), most);
}

}  // namespace

ClusterDoubts::ClusterDoubts(PlanDocument& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_text(new QLabel(this)),
      m_fixes(new FieldFixes(u"goalPanel.doubts.fixes"_s, nullptr, this)) {
  setObjectName(u"goalPanel.doubts"_s);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  m_text->setObjectName(u"goalPanel.doubts.text"_s);
  m_text->setFont(ui::font(TextRole::Caption));
  m_text->setWordWrap(true);
  setInk(m_text, currentTheme().warn);
  column->addWidget(m_text);
  column->addWidget(m_fixes);
  connect(&document, &PlanDocument::planChanged, this, [this] { refresh(); });
  refresh();
}

void ClusterDoubts::refresh() {
  constexpr std::size_t kMostTold = 3;
  const Result<strategy::Problem>& problem = m_document.problem();
  const std::vector<DoubtfulBandwidth> doubts =
      problem ? doubtfulBandwidths(m_document.plan(), problem->cluster) : std::vector<DoubtfulBandwidth>();
  QStringList lines;
  QList<FieldFix> fixes;
  std::size_t all = 0;
  /// Counts a doubt; true where it is told, too.
  const auto tell = [&](const QString& doubt, std::string_view code) {
    if (++all > kMostTold) return false;
    lines << tr("⚠ %1 [%2]", "a doubt and its code").arg(doubt, QLatin1StringView(code));
    return true;
  };
  for (const DoubtfulBandwidth& doubt : doubts) {
    if (!tell(doubtText(doubt), code::doubtful_bandwidth)) continue;
    const QString name = fixes.isEmpty() ? u"bits"_s : u"bits%1"_s.arg(fixes.size() + 1);
    fixes << FieldFix{name, tr("Set %1").arg(bandwidthText(doubt.gbPerSecond * kGb / kBitsPerByte)),
                      [this, doubt] { m_document.undoStack().push(new TakeAsBits(m_document, doubt)); }};
  }
  for (const hardware::Assumption& given :
       problem ? problem->cluster.warnings : std::vector<hardware::Assumption>())
    if (given.why.kind == hardware::Reason::Kind::beyond_plausible)
      tell(doubtText(given), code::doubtful_value);
  if (const int positions = problem ? plan::positions_exceeded(*problem) : 0; positions > 0)
    tell(tr("Sequences of %1 tokens are longer than the %2 positions that the model states. "
            "Positions beyond count as extended, at no cost.")
             .arg(wholeText(problem->job.sequence_length), wholeText(positions)),
         code::doubtful_value);
  const strategy::Job& job = m_document.plan().job;
  if (problem && job.limits.purchase_usd && job.cost.basis != hardware::CostBasis::buy)
    tell(tr("The limit on the purchase is not held: nothing is bought of machines that are "
            "rented or owned already."),
         code::impossible_job);
  if (all > kMostTold) lines << tr("And %n more.", nullptr, int(all - kMostTold));
  m_text->setText(lines.join(u'\n'));
  m_fixes->setFixes(fixes);
  setVisible(all > 0);
}

void ClusterDoubts::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange) setInk(m_text, currentTheme().warn);
}

}  // namespace astrolabe::ui
