#include "ui/shell/presentation.h"

#include <QAccessible>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <algorithm>
#include <cmath>

#include "ui/document/commands/adopt_plan.h"
#include "ui/document/commands/pool_values.h"
#include "ui/document/commands/scenarios.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kPointerMs = 3000;  ///< until the resting pointer hides
constexpr double kLargestZoom = 2.0, kZoomStep = 0.125;
constexpr int kMostNodes = 100'000;

/// 18 pt on this screen, for what is not drawn but made of controls.
QFont controlFont(const QWidget& widget) {
  QFont font = ui::font(TextRole::Body);
  font.setPixelSize(static_cast<int>(std::ceil(18.0 * widget.logicalDpiY() / 72.0)));
  return font;
}

}  // namespace

Presentation::Presentation(PlanDocument& document, plan::SnapshotPtr snapshot, QWidget* parent)
    : QWidget(parent, Qt::Window), m_document(document), m_before(std::move(snapshot)) {
  setObjectName(u"presentation"_s);
  setWindowTitle(tr("Presentation of %1").arg(document.displayName()));
  setAttribute(Qt::WA_OpaquePaintEvent);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  m_bridge.setLive(false);
  m_trial.reset(document.file(), {});
  connect(&m_bridge, &SearchBridge::snapshotChanged, this, &Presentation::refresh);
  connect(&m_bridge, &SearchBridge::stateChanged, this, &Presentation::refresh);
  m_pointer.setSingleShot(true);
  m_pointer.setInterval(kPointerMs);
  connect(&m_pointer, &QTimer::timeout, this, [this] { setCursor(Qt::BlankCursor); });
  m_pointer.start();
  buildStrip();
  if (!m_before) m_bridge.run();
  refresh();
}

void Presentation::setOptions(std::vector<SlideOption> options) {
  m_options = std::move(options);
  refresh();
}

plan::SnapshotPtr Presentation::snapshot() const {
  const plan::SnapshotPtr tried = m_bridge.snapshot();
  return tried ? tried : m_before;
}

QString Presentation::spoken() const {
  if (m_blank) return tr("Blank");
  return slideContent(m_slide, snapshot(), m_document.catalogue(), currentTheme(), m_hideMoney, m_options)
      .spoken();
}

void Presentation::buildStrip() {
  m_strip = new QWidget(this);
  m_strip->setObjectName(u"presentation.whatIf"_s);
  m_strip->setAutoFillBackground(true);
  m_strip->setBackgroundRole(QPalette::Base);
  auto* row = new QHBoxLayout(m_strip);
  const QFont face = controlFont(*this);
  const auto label = [&](const QString& text) {
    auto* words = new QLabel(text, m_strip);
    words->setFont(face);
    row->addWidget(words);
    return words;
  };
  label(tr("What if:"));
  for (const hardware::PoolSpec& pool : m_trial.plan().cluster.pools) {
    const QString name = QString::fromStdString(pool.id);
    QLabel* words = label(tr("nodes of %1").arg(name));
    auto* nodes = new QSpinBox(m_strip);
    nodes->setObjectName(u"presentation.nodes.%1"_s.arg(name));
    nodes->setAccessibleName(tr("Nodes of %1").arg(name));
    nodes->setFont(face);
    nodes->setRange(1, kMostNodes);
    nodes->setValue(pool.nodes);
    words->setBuddy(nodes);
    row->addWidget(nodes);
    connect(nodes, &QSpinBox::valueChanged, this, [this, id = pool.id](int count) {
      m_trial.undoStack().push(new SetNodeCount(m_trial, id, count));
      m_bridge.run();
    });
  }
  m_effect = label({});
  m_effect->setObjectName(u"presentation.effect"_s);
  row->addStretch();
  m_strip->hide();
  m_question = new QWidget(this);
  m_question->setObjectName(u"presentation.question"_s);
  m_question->setAutoFillBackground(true);
  m_question->setBackgroundRole(QPalette::Base);
  auto* answers = new QHBoxLayout(m_question);
  auto* words = new QLabel(tr("Keep what was tried?"), m_question);
  words->setFont(face);
  answers->addWidget(words);
  for (const auto& [name, text] : {std::pair("keep", tr("Keep")),
                                   {"keepScenario", tr("Keep as a scenario")},
                                   {"drop", tr("Drop")},
                                   {"back", tr("Go on presenting")}}) {
    auto* button = new QPushButton(text, m_question);
    button->setObjectName(u"presentation.%1"_s.arg(QLatin1StringView(name)));
    button->setFont(face);
    answers->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, which = QLatin1StringView(name)] {
      if (which == "keep"_L1)
        return leave(new AdoptPlan(m_document, m_trial.plan(), tr("Keep what was tried")));
      if (which == "keepScenario"_L1) return leave(keepAsScenario(m_document, m_trial.plan()));
      if (which == "drop"_L1) return leave(nullptr);
      m_question->hide();
      setFocus();
    });
  }
  answers->addStretch();
  m_question->hide();
}

void Presentation::refresh() {
  const plan::SnapshotPtr now = m_bridge.snapshot();
  QString effect;
  if (now && !now->best.empty() && m_before && !m_before->best.empty() && m_trial.isModified())
    effect = tr("%1 tokens/s")
                 .arg(signedPercentText(
                     now->best.front().tokens_per_second / m_before->best.front().tokens_per_second - 1.0));
  m_effect->setText(effect);
  setAccessibleName(tr("%1, page %2 of %3").arg(slideTitle(m_slide)).arg(int(m_slide) + 1).arg(kSlides));
  setAccessibleDescription(spoken());
  update();
}

void Presentation::go(int slide) {
  const auto next = static_cast<Slide>(std::clamp(slide, 0, kSlides - 1));
  m_blank = false;
  m_slide = next;
  refresh();
  QAccessibleEvent event(this, QAccessible::NameChanged);
  QAccessible::updateAccessibility(&event);
}

QRect Presentation::foot() const {
  const int line = QFontMetrics(controlFont(*this)).height(), edge = height() * 72 / 1080;
  return {edge, height() - line - edge / 3, width() - 2 * edge, line};
}

/// The names of all pages where there is room for them, else of the shown one alone.
std::vector<Presentation::Step> Presentation::steps() const {
  QFont bold = controlFont(*this);
  bold.setBold(true);
  const QFontMetrics letters(bold);
  const QRect foot = this->foot();
  const int dot = foot.height() * 6 / 10, gap = foot.height();
  const auto measured = [&](bool named) {
    std::vector<Step> all;
    int right = foot.right();
    for (int i = kSlides - 1; i >= 0; --i) {
      const QString name = named || i == int(m_slide) ? slideTitle(static_cast<Slide>(i)) : QString();
      const int wide = dot + (name.isEmpty() ? 0 : letters.horizontalAdvance(name));
      all.insert(all.begin(), {name, QRect(right - wide, foot.top(), wide, foot.height())});
      right -= wide + gap;
    }
    return all;
  };
  const std::vector<Step> named = measured(true);
  return named.front().place.left() > foot.left() + foot.width() / 4 ? named : measured(false);
}

void Presentation::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (m_blank) {
    painter.fillRect(rect(), Qt::black);
    return;
  }
  const Theme& theme = currentTheme();
  painter.fillRect(rect(), theme.panel);
  painter.setRenderHint(QPainter::Antialiasing);
  // The foot: what it is about, that what is shown is not the plan, and where one is.
  const QFont small = controlFont(*this);
  const QRect foot = this->foot();
  const std::vector<Step> all = steps();
  painter.setFont(small);
  painter.setPen(theme.text3);
  QString left = m_document.displayName();
  if (m_trial.isModified()) left += u" · "_s + tr("what if: not the plan");
  const int room = all.front().place.left() - foot.left() - foot.height();
  painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetrics(small).elidedText(left, Qt::ElideMiddle, room));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool here = static_cast<int>(i) == int(m_slide);
    const QRect place = all[i].place;
    const double radius = place.height() * 0.16;
    painter.setPen(QPen(here ? theme.accent : theme.text3, 2));
    painter.setBrush(here ? QBrush(theme.accent) : QBrush(Qt::NoBrush));
    painter.drawEllipse(QPointF(place.left() + radius + 1, place.center().y() + 1), radius, radius);
    QFont face = small;
    face.setBold(here);
    painter.setFont(face);
    painter.setPen(here ? theme.text : theme.text2);
    painter.drawText(place.adjusted(place.height() * 6 / 10, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     all[i].name);
  }
  const SlideContent content =
      slideContent(m_slide, snapshot(), m_document.catalogue(), theme, m_hideMoney, m_options);
  const QRectF page(0, 0, width(), foot.top());
  m_smallest = std::min(paintSlide(painter, page, content, theme, m_zoom), small.pixelSize());
}

void Presentation::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  if (key >= Qt::Key_0 && key <= Qt::Key_9) {
    m_number = m_number * 10 + (key - Qt::Key_0);
    return;
  }
  const int number = std::exchange(m_number, 0);
  switch (key) {
    case Qt::Key_Right:
    case Qt::Key_Space:
    case Qt::Key_PageDown:
      return go(int(m_slide) + 1);
    case Qt::Key_Left:
    case Qt::Key_PageUp:
      return go(int(m_slide) - 1);
    case Qt::Key_Home:
      return go(0);
    case Qt::Key_End:
      return go(kSlides - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (number > 0) go(number - 1);
      return;
    case Qt::Key_B:
      m_blank = !m_blank;
      return refresh();
    case Qt::Key_H:
      m_hideMoney = !m_hideMoney;
      return refresh();
    case Qt::Key_W:
      return showStrip(m_strip->isHidden());
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      m_zoom = std::min(kLargestZoom, m_zoom + kZoomStep);
      return refresh();
    case Qt::Key_Minus:
      m_zoom = std::max(1.0, m_zoom - kZoomStep);
      return refresh();
    case Qt::Key_Escape:
      if (!m_strip->isHidden()) return showStrip(false);
      close();
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void Presentation::showStrip(bool shown) {
  m_strip->setVisible(shown);
  m_strip->setGeometry(0, 0, width(), m_strip->sizeHint().height());
  if (shown) {
    if (auto* first = m_strip->findChild<QSpinBox*>()) first->setFocus(Qt::ShortcutFocusReason);
  } else {
    setFocus();
  }
}

void Presentation::mouseMoveEvent(QMouseEvent* event) {
  unsetCursor();
  m_pointer.start();
  QWidget::mouseMoveEvent(event);
}

void Presentation::mousePressEvent(QMouseEvent* event) {
  const std::vector<Step> all = steps();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (event->button() == Qt::LeftButton && all[i].place.contains(event->position().toPoint()))
      return go(static_cast<int>(i));
  if (event->button() == Qt::LeftButton) go(int(m_slide) + 1);
  if (event->button() == Qt::RightButton) go(int(m_slide) - 1);
}

void Presentation::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_strip->setGeometry(0, 0, width(), m_strip->sizeHint().height());
  m_question->setGeometry(0, height() - m_question->sizeHint().height(), width(),
                          m_question->sizeHint().height());
}

/// What was tried is kept or dropped by a person, never by leaving.
void Presentation::closeEvent(QCloseEvent* event) {
  if (m_trial.isModified()) {
    event->ignore();
    m_question->setGeometry(0, height() - m_question->sizeHint().height(), width(),
                            m_question->sizeHint().height());
    m_question->show();
    m_question->findChild<QPushButton*>()->setFocus(Qt::ShortcutFocusReason);
    return;
  }
  event->accept();
  emit left();
}

/// What was tried becomes this step of the plan; null: it is dropped.
void Presentation::leave(QUndoCommand* keep) {
  if (keep != nullptr) m_document.undoStack().push(keep);
  m_trial.undoStack().setClean();
  close();
}

}  // namespace astrolabe::ui
