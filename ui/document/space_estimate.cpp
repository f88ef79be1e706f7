#include "ui/document/space_estimate.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>
#include <cmath>

#include "core/engine.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {
namespace {

constexpr int kWaitMs = 300;  ///< so long a search that has begun may take to tell

}  // namespace

SpaceEstimate::SpaceEstimate(PlanDocument& document, QObject* parent)
    : QObject(parent), m_document(document) {
  m_wait.setSingleShot(true);
  m_wait.setInterval(kWaitMs);
  connect(&m_wait, &QTimer::timeout, this, &SpaceEstimate::count);
  connect(&m_document, &PlanDocument::questionChanged, this, &SpaceEstimate::questionChanged);
  questionChanged();
}

std::optional<double> SpaceEstimate::seconds() const {
  if (!m_total || m_rate <= 0.0) return std::nullopt;
  return static_cast<double>(*m_total) / m_rate;
}

void SpaceEstimate::setRate(double perSecond) {
  if (!std::isfinite(perSecond) || perSecond < 0.0 || perSecond == m_rate) return;
  m_rate = perSecond;
  emit changed();
}

QString SpaceEstimate::text() const {
  if (!m_total) return tr("%1 strategies").arg(unknownText());
  const QString total = wholeText(static_cast<double>(*m_total));
  const std::optional<double> whole = seconds();
  return whole ? tr("≈ %1 strategies, about %2").arg(total, durationText(*whole))
               : tr("≈ %1 strategies").arg(total);
}

void SpaceEstimate::follow(const plan::SnapshotPtr& snapshot) {
  if (!snapshot || snapshot->revision != m_document.revision()) return;
  const plan::Space& space = snapshot->space;
  const bool ended = snapshot->status != plan::Status::searching && snapshot->status != plan::Status::failed;
  if (space.total == 0 && !ended) return;  // not counted yet
  const std::optional<std::uint64_t> before = m_total;
  const double rate = m_rate;
  m_wait.stop();
  m_total = space.total;
  if (ended && !snapshot->stopped_early && snapshot->seconds > 0.0 && space.total > 0)
    m_rate = static_cast<double>(space.total) / snapshot->seconds;
  if (m_total != before || m_rate != rate) emit changed();
}

void SpaceEstimate::questionChanged() {
  m_total.reset();
  m_wait.start();
  emit changed();
}

/// Counting walks the whole space; only the newest question's answer is taken.
void SpaceEstimate::count() {
  Result<strategy::Problem> problem = m_document.problem();
  if (!problem) return;
  const quint64 revision = m_document.revision();
  QThreadPool::globalInstance()->start([problem = std::move(*problem), revision, self = QPointer(this)] {
    const std::uint64_t total = count_space(problem).total;
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [self, revision, total] {
          if (!self || self->m_document.revision() != revision || self->m_total) return;
          self->m_total = total;
          emit self->changed();
        },
        Qt::QueuedConnection);
  });
}

}  // namespace astrolabe::ui
