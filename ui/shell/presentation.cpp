#include "ui/shell/presentation.h"

#include <QAccessible>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <algorithm>
#include <cmath>

#include "ui/document/commands/scenarios.h"
#include "ui/shell/what_if_strip.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kPointerMs = 3000;  ///< until the resting pointer hides
constexpr double kLargestZoom = 2.0, kZoomStep = 0.125;

/// 18 pt on this screen, for what is not drawn but made of controls.
QFont controlFont(const QWidget& widget) {
  QFont font = ui::font(TextRole::Body);
  font.setPixelSize(static_cast<int>(std::ceil(18.0 * widget.logicalDpiY() / 72.0)));
  return font;
}

/// What is presented of a plan: the steps that are ticked, or the usual ones where none is.
std::vector<PresentationStep> presentedSteps(const plan::Plan& plan) {
  std::vector<PresentationStep> steps = presentationSteps(plan.presentation);
  std::erase_if(steps, [](const PresentationStep& step) { return !step.shown; });
  return steps.empty() ? usualSteps() : steps;
}

}  // namespace

std::vector<std::array<QString, 2>> presentationKeys() {
  return {{Presentation::tr("→ ← · Space · PgDn PgUp"), Presentation::tr("next page, page before")},
          {Presentation::tr("Home End · number and Enter"), Presentation::tr("first, last, that page")},
          {Presentation::tr("B"), Presentation::tr("blank screen")},
          {Presentation::tr("H"), Presentation::tr("hide every sum of money")},
          {Presentation::tr("W"), Presentation::tr("what if: try other hardware")},
          {Presentation::tr("+ −"), Presentation::tr("size of the text")},
          {Presentation::tr("?"), Presentation::tr("these keys")},
          {Presentation::tr("Esc"), Presentation::tr("leave")}};
}

Presentation::Presentation(PlanDocument& document, plan::SnapshotPtr snapshot, QWidget* parent)
    : QWidget(parent, Qt::Window), m_document(document), m_before(std::move(snapshot)) {
  setObjectName(u"presentation"_s);
  setWindowTitle(tr("Presentation of %1").arg(document.displayName()));
  setAttribute(Qt::WA_OpaquePaintEvent);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  m_bridge.setLive(false);
  m_trial.reset(document.file(), {});
  m_steps = presentedSteps(document.plan());
  connect(&m_trial, &PlanDocument::planChanged, this, [this] {
    m_loggingOut = false;
    outdate();
  });
  connect(&m_bridge, &SearchBridge::snapshotChanged, this, &Presentation::outdate);
  connect(&m_bridge, &SearchBridge::stateChanged, this, &Presentation::outdate);
  connect(&m_tried, &TriedKinds::changed, this, &Presentation::outdate);
  for (const plan::Scenario* scenario : plan::scenarios(document.plan()))
    m_presented[scenario->id] = {plan::plan_of(document.plan(), scenario->id)};
  connect(&m_document, &PlanDocument::planChanged, this, &Presentation::noteGone);
  connect(&m_document, &PlanDocument::wasReset, this, [this] { m_presented.clear(); });
  m_pointer.setSingleShot(true);
  m_pointer.setInterval(kPointerMs);
  connect(&m_pointer, &QTimer::timeout, this, [this] {
    setCursor(Qt::BlankCursor);
    m_hint = false;
    update();
  });
  m_pointer.start();
  buildStrip();
  buildQuestion();
  if (!m_before) m_bridge.run();
}

void Presentation::setOptions(std::function<std::vector<SlideOption>()> told) {
  m_tellOptions = std::move(told);
  outdateOptions();
}

void Presentation::outdateOptions() {
  m_optionsOutdated = true;
  outdate();
}

bool Presentation::isPresented(int scenario) const {
  const auto found = m_presented.find(scenario);
  return found != m_presented.end() && found->second.there;
}

/// Another scenario that gets the number of one that has gone meanwhile is not that one; what asks the same
/// is, as after an undo.
void Presentation::noteGone() {
  const plan::Plan& plan = m_document.plan();
  for (auto& [id, presented] : m_presented) {
    if (plan::find_scenario(plan, id) == nullptr) {
      presented.there = false;
      continue;
    }
    plan::Plan now = plan::plan_of(plan, id);
    presented.there = presented.there || plan::same_question(presented.asked, now);
    if (presented.there) presented.asked = std::move(now);
  }
  outdateOptions();
}

void Presentation::follow(const plan::SnapshotPtr& answer, const plan::Plan& asked) {
  if (!m_before || m_before->status != plan::Status::searching) return;
  if (answer && plan::same_question(asked, m_trial.startPlan())) {
    m_before = answer;
    outdate();
  } else if (m_bridge.state() == SearchBridge::State::Ready) {
    m_bridge.run();
  }
}

plan::SnapshotPtr Presentation::snapshot() const {
  const plan::SnapshotPtr tried = m_bridge.snapshot();
  return tried ? tried : m_before;
}

void Presentation::buildStrip() {
  m_strip = new WhatIfStrip(m_trial, controlFont(*this), this);
  connect(m_strip, &WhatIfStrip::tried, &m_bridge, &SearchBridge::run);
  m_strip->hide();
}

void Presentation::buildQuestion() {
  const QFont face = controlFont(*this);
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
                                   {"back", tr("Continue presenting")}}) {
    auto* button = new QPushButton(text, m_question);
    button->setObjectName(u"presentation.%1"_s.arg(QLatin1StringView(name)));
    button->setFont(face);
    answers->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, which = QLatin1StringView(name)] {
      if (which == "keep"_L1) return leave(keepTried(m_document, m_trial.plan()));
      if (which == "keepScenario"_L1) return leave(keepAsScenario(m_document, m_trial.plan()));
      if (which == "drop"_L1) return leave(nullptr);
      m_question->hide();
      setFocus();
    });
  }
  answers->addStretch();
  m_question->hide();
}

/// Something that the page is made of has changed. What nobody sees is made when it is shown.
void Presentation::outdate() {
  m_made.reset();
  if (isVisible()) m_soon.soon();
}

void Presentation::refresh() {
  m_made.reset();
  m_soon.drawn();
  m_strip->setEffect(effect());
  setAccessibleName(tr("%1, page %2 of %3").arg(nameOf(shown())).arg(m_step + 1).arg(stepCount()));
  setAccessibleDescription(spoken());
  update();
}

void Presentation::go(int step) {
  m_blank = m_keys = false;
  m_step = std::clamp(step, 0, stepCount() - 1);
  refresh();
  QAccessibleEvent event(this, QAccessible::NameChanged);
  QAccessible::updateAccessibility(&event);
}

QRect Presentation::foot() const {
  const int line = QFontMetrics(controlFont(*this)).height(), edge = height() * 72 / 1080;
  return {edge, height() - line - edge / 3, width() - 2 * edge, line};
}

/// The names of all pages where there is room for them, else of the shown one alone; many steps stand closer.
std::vector<Presentation::Place> Presentation::places() const {
  QFont bold = controlFont(*this);
  bold.setBold(true);
  const QFontMetrics letters(bold);
  const QRect foot = this->foot();
  const int dot = foot.height() * 6 / 10;
  const auto measured = [&](bool named, int gap) {
    std::vector<Place> all;
    int right = foot.right();
    for (int i = stepCount() - 1; i >= 0; --i) {
      const QString name = named || i == m_step ? nameOf(m_steps[static_cast<std::size_t>(i)]) : QString();
      const int wide = dot + (name.isEmpty() ? 0 : letters.horizontalAdvance(name));
      all.insert(all.begin(), {name, QRect(right - wide, foot.top(), wide, foot.height())});
      right -= wide + gap;
    }
    return all;
  };
  const int least = foot.left() + foot.width() / 4;
  std::vector<Place> all = measured(true, foot.height());
  for (const int gap : {foot.height(), foot.height() / 4, 2})
    if (all.front().place.left() <= least) all = measured(false, gap);
  return all;
}

QRect Presentation::stepPlace(Slide slide) const {
  const auto found = std::find_if(m_steps.begin(), m_steps.end(),
                                  [slide](const PresentationStep& step) { return step.page == slide; });
  return found == m_steps.end() ? QRect() : places()[static_cast<std::size_t>(found - m_steps.begin())].place;
}

/// Words and colours may be others.
void Presentation::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  const QEvent::Type type = event->type();
  if (type == QEvent::LanguageChange || type == QEvent::LocaleChange || type == QEvent::StyleChange ||
      type == QEvent::PaletteChange || type == QEvent::FontChange)
    outdate();
}

void Presentation::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
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
  const std::vector<Place> all = places();
  painter.setFont(small);
  painter.setPen(theme.text3);
  QString left = m_document.displayName();
  const SlideOption* option = optionOf(shown());
  if (option != nullptr && options().size() > 1)
    left = withoutMoney(option->name, m_hideMoney) + u" · "_s + left;
  if (m_trial.isModified()) left += u" · "_s + tr("what if: not the plan");
  const int room = all.front().place.left() - foot.left() - foot.height();
  painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetrics(small).elidedText(left, Qt::ElideMiddle, room));
  if (m_hint)
    painter.drawText(foot.translated(0, -foot.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("W what if · B blank · H money · ? keys"));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool here = static_cast<int>(i) == m_step;
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
  QRectF page(0, 0, width(), foot.top());
  const SlideContent& content = this->content();
  if (!m_strip->isHidden()) {  // below what is tried, where there is room for all of it
    const QRectF below = page.adjusted(0, m_strip->geometry().bottom() + 1, 0, 0);
    if (slideFits(below, content, theme, m_zoom)) page = below;
  }
  m_smallest = std::min(paintSlide(painter, page, content, theme, m_zoom), small.pixelSize());
}

void Presentation::keyPressEvent(QKeyEvent* event) {
  m_loggingOut = false;
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
      return go(m_step + 1);
    case Qt::Key_Left:
    case Qt::Key_PageUp:
      return go(m_step - 1);
    case Qt::Key_Home:
      return go(0);
    case Qt::Key_End:
      return go(stepCount() - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (number > 0) go(number - 1);
      return;
    case Qt::Key_B:
      m_blank = !m_blank;
      return refresh();
    case Qt::Key_H:
      m_hideMoney = !m_hideMoney;
      m_strip->setMoneyHidden(m_hideMoney);
      return refresh();
    case Qt::Key_Question:
      m_keys = !m_keys;
      return refresh();
    case Qt::Key_W:
      // What is tried is searched here, which answers questions of training alone.
      return showStrip(m_strip->isHidden() && m_trial.plan().job.trains());
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      m_zoom = std::min(kLargestZoom, m_zoom + kZoomStep);
      return refresh();
    case Qt::Key_Minus:
      m_zoom = std::max(1.0, m_zoom - kZoomStep);
      return refresh();
    case Qt::Key_Escape:
      if (!m_strip->isHidden()) return showStrip(false);
      if (std::exchange(m_keys, false)) return refresh();
      close();
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void Presentation::showStrip(bool shown) {
  m_strip->setVisible(shown);
  placeStrip();
  if (shown)
    m_strip->begin();
  else
    setFocus();
}

/// Over the upper half of the screen at most; the page begins below it where it can.
void Presentation::placeStrip() {
  m_strip->setGeometry(0, 0, width(), std::min(m_strip->wantedHeight(), height() / 2));
  update();
}

void Presentation::mouseMoveEvent(QMouseEvent* event) {
  unsetCursor();
  m_pointer.start();
  if (!std::exchange(m_hint, true)) update();
  QWidget::mouseMoveEvent(event);
}

void Presentation::mousePressEvent(QMouseEvent* event) {
  m_loggingOut = false;
  const std::vector<Place> all = places();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (event->button() == Qt::LeftButton && all[i].place.contains(event->position().toPoint()))
      return go(static_cast<int>(i));
  if (event->button() == Qt::LeftButton) go(m_step + 1);
  if (event->button() == Qt::RightButton) go(m_step - 1);
}

void Presentation::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeStrip();
  m_question->setGeometry(0, height() - m_question->sizeHint().height(), width(),
                          m_question->sizeHint().height());
}

/// What was tried is kept or dropped by a person, never by leaving; but no end of a session waits for one.
/// Where the plan's window is closed, too, the question has to come in front of it.
void Presentation::closeEvent(QCloseEvent* event) {
  if (m_trial.isModified() && !m_loggingOut) {
    event->ignore();
    setWindowState(windowState() & ~Qt::WindowMinimized);
    raise();
    activateWindow();
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
