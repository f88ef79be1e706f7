#include "ui/results/iteration_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <utility>

#include "ui/render/numbers.h"
#include "ui/render/post_training_reasons.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using post_training::Block;
using post_training::Part;

namespace {

constexpr double kStepOfZoom = 1.5, kStepOfPan = 0.2, kLeastShown = 1e-3;  ///< of the iteration
constexpr int kPaperWidth = 1200;

/// "decoding 41.2 s, the last answers 7.9 s".
QString partsOf(const Block& block) {
  QStringList parts;
  for (std::size_t i = 0; i < post_training::kPartKinds; ++i)
    if (block.parts.seconds[i] > 0.0)
      parts << IterationView::tr("%1 %2", "part of a time, duration")
                   .arg(partText(static_cast<Part>(i)), durationText(block.parts.seconds[i]));
  return parts.join(u", "_s);
}

}  // namespace

IterationView::IterationView(QWidget* parent) : QWidget(parent) {
  installAccessiblePlots();
  setObjectName(u"iterationView"_s);
  setAccessibleName(tr("Timeline of an iteration"));
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void IterationView::setIteration(post_training::Iteration iteration, IterationLabels labels) {
  m_iteration = std::move(iteration);
  m_labels = std::move(labels);
  m_blocks.clear();
  const IterationPainter painter = painterOf(currentTheme(), fontScale());
  for (int lane = 0; lane < painter.lanes(); ++lane)
    for (int index = 0; painter.block({lane, index}) != nullptr; ++index) m_blocks.push_back({lane, index});
  m_selected = -1;
  fit();
  updateGeometry();
}

void IterationView::setStale(bool stale) {
  m_stale = stale;
  setAccessibleDescription(stale ? tr("Older than the plan") : QString());
  update();
}

IterationPainter IterationView::painterOf(const Theme& theme, double scale) const {
  IterationLook look;
  look.theme = theme;
  look.caption = ui::font(TextRole::Caption);
  look.body = ui::font(TextRole::Body);
  look.strong = ui::font(TextRole::BodyStrong);
  look.scale = scale;
  look.stale = m_stale;
  return {m_iteration, m_labels, std::move(look)};
}

TimeAxis IterationView::axis() const {
  return painterOf(currentTheme(), fontScale()).axis(width(), m_begin, m_end);
}

QString IterationView::itemName(int index) const {
  const BlockRef ref = m_blocks[static_cast<std::size_t>(index)];
  const Block& block = *painterOf(currentTheme(), fontScale()).block(ref);
  const QString role = block.role >= 0 ? m_labels.roles[static_cast<std::size_t>(block.role)] : unknownText();
  const QString call = block.call >= 0 ? m_labels.calls[static_cast<std::size_t>(block.call)] : m_labels.sync;
  QString text = tr("%1, %2: %3 from %4 to %5", "role, call, duration, begin, end")
                     .arg(role, call, durationText(block.end - block.begin), durationText(block.begin),
                          durationText(block.end));
  if (const auto lane = static_cast<std::size_t>(ref.lane); lane < m_labels.lanes.size())
    text += u", "_s + tr("on the GPUs of %1", "roles").arg(m_labels.lanes[lane].title);
  if (const QString parts = partsOf(block); !parts.isEmpty()) text += u" ("_s + parts + u')';
  return block.critical ? text + u". "_s + tr("The iteration is as long as this way.") : text;
}

QRect IterationView::itemRect(int index) const {
  return painterOf(currentTheme(), fontScale())
      .placeOf(axis(), m_blocks[static_cast<std::size_t>(index)])
      .toAlignedRect();
}

void IterationView::select(int block) {
  if (block < -1 || block >= itemCount() || block == m_selected) return;
  m_selected = block;
  if (block >= 0) {
    const Block& shown =
        *painterOf(currentTheme(), fontScale()).block(m_blocks[static_cast<std::size_t>(block)]);
    if (shown.begin < m_begin || shown.end > m_end) fit();
    announceItem(*this, block);
  }
  update();
  emit selectionChanged();
}

void IterationView::fit() {
  m_begin = 0.0;
  m_end = m_iteration.seconds;
  for (const post_training::SetLane& lane : m_iteration.lanes)
    for (const Block& block : lane.blocks) m_end = std::max(m_end, block.end);
  update();
}

void IterationView::zoom(double factor, double at) {
  const double whole = m_iteration.seconds;
  if (whole <= 0.0) return;
  const double wide = std::clamp((m_end - m_begin) / factor, kLeastShown * whole, whole);
  const double share = m_end > m_begin ? (at - m_begin) / (m_end - m_begin) : 0.5;
  m_begin = std::clamp(at - share * wide, 0.0, whole - wide);
  m_end = m_begin + wide;
  update();
}

void IterationView::pan(double share) {
  const double wide = m_end - m_begin, whole = std::max(m_iteration.seconds, wide);
  m_begin = std::clamp(m_begin + share * wide, 0.0, whole - wide);
  m_end = m_begin + wide;
  update();
}

int IterationView::blockAt(const QPointF& at) const {
  const BlockRef ref = painterOf(currentTheme(), fontScale()).blockAt(axis(), at);
  const auto found = std::find(m_blocks.begin(), m_blocks.end(), ref);
  return found == m_blocks.end() ? -1 : static_cast<int>(found - m_blocks.begin());
}

QSize IterationView::sizeHint() const { return {scaled(620), minimumSizeHint().height()}; }

QSize IterationView::minimumSizeHint() const {
  return {scaled(320), static_cast<int>(painterOf(currentTheme(), fontScale()).height()) + 1};
}

void IterationView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setLayoutDirection(Qt::LeftToRight);  // time runs to the right
  painter.fillRect(rect(), currentTheme().panel);
  if (m_blocks.empty()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painterOf(currentTheme(), fontScale())
      .paint(painter, axis(), m_selected >= 0 ? m_blocks[static_cast<std::size_t>(m_selected)] : BlockRef());
  if (!hasFocus()) return;
  painter.setPen(QPen(currentTheme().focus, 1.0));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

QSize IterationView::figureSize() const {
  return {kPaperWidth, static_cast<int>(painterOf(Theme::make(ThemeKind::Light), fontScale()).height()) + 1};
}

void IterationView::paintFigure(QPainter& painter, const QSize& size) const {
  const IterationPainter drawing = painterOf(Theme::make(ThemeKind::Light), fontScale());
  painter.setLayoutDirection(Qt::LeftToRight);
  drawing.paint(painter, drawing.axis(size.width()));
}

bool IterationView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (const int at = blockAt(help->pos()); at >= 0)
    QToolTip::showText(help->globalPos(), itemName(at), this);
  else
    QToolTip::hideText();
  return true;
}

void IterationView::keyPressEvent(QKeyEvent* event) {
  const double middle = 0.5 * (m_begin + m_end);
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up:
      return select(std::max(0, m_selected - 1));
    case Qt::Key_Right:
    case Qt::Key_Down:
      return select(std::min(itemCount() - 1, m_selected + 1));
    case Qt::Key_Home:
      return select(itemCount() > 0 ? 0 : -1);
    case Qt::Key_End:
      return select(itemCount() - 1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_W:
      return zoom(kStepOfZoom, middle);
    case Qt::Key_Minus:
    case Qt::Key_S:
      return zoom(1.0 / kStepOfZoom, middle);
    case Qt::Key_A:
      return pan(-kStepOfPan);
    case Qt::Key_D:
      return pan(kStepOfPan);
    case Qt::Key_F:
      return fit();
    default:
      QWidget::keyPressEvent(event);
  }
}

void IterationView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) select(blockAt(event->position()));
}

void IterationView::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier)) return QWidget::wheelEvent(event);
  const double at = axis().secondsAt(event->position().x());
  zoom(event->angleDelta().y() > 0 ? kStepOfZoom : 1.0 / kStepOfZoom, at);
  event->accept();
}

void IterationView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::StyleChange) return;
  updateGeometry();
  update();
}

}  // namespace astrolabe::ui
