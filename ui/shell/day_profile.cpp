#include "ui/shell/day_profile.h"

#include <QComboBox>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/shell/number_field.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kHoursOfDay = 24;
constexpr double kStepOfFactor = 0.1, kMostFactor = 1000.0, kSwing = 0.6;
constexpr int kMiddayHour = 14, kEveningHour = 20;
enum DayShape { EvenDay, MiddayPeak, EveningPeak, OwnDay };

double hundredths(double value) { return std::round(value * 100.0) / 100.0; }

}  // namespace

std::vector<double> dayOf(double swing, int busiest) {
  std::vector<double> hours;
  for (std::size_t hour = 0; hour < kHoursOfDay; ++hour) {
    const double turn = 2.0 * std::numbers::pi * (static_cast<double>(hour) - busiest) / kHoursOfDay;
    hours.push_back(hundredths(1.0 + swing * std::cos(turn)));
  }
  return hours;
}

DayBars::DayBars(QWidget* parent) : QWidget(parent), m_factors(kHoursOfDay, 1.0) {
  setFocusPolicy(Qt::StrongFocus);
  setMinimumHeight(scaled(56));
  setAccessibleName(tr("Traffic over the day, by hour"));
  setToolTip(
      tr("The rate of each hour over the stated one. Drag a bar, or choose an hour with Left and Right "
         "and change it with Up and Down."));
  tell();
}

void DayBars::setFactors(std::vector<double> factors) {
  m_factors = std::move(factors);
  m_top = std::max(2.0, 1.2 * *std::max_element(m_factors.begin(), m_factors.end()));
  tell();
  update();
}

void DayBars::tell() {
  const double factor = m_factors[static_cast<std::size_t>(m_hour)];
  setAccessibleDescription(tr("%1:00, %2 times the stated rate").arg(m_hour).arg(significantText(factor)));
}

void DayBars::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  const double step = width() / static_cast<double>(kHoursOfDay), high = height() - 1.0;
  painter.setPen(QPen(theme.plotGrid));
  const double one = high * (1.0 - 1.0 / m_top);
  painter.drawLine(QPointF(0.0, one), QPointF(width(), one));  // the stated rate
  const PartStyle& style = theme.part(cost::Part::compute_forward);
  for (std::size_t hour = 0; hour < kHoursOfDay; ++hour) {
    const double up = std::min(1.0, m_factors[hour] / m_top) * high;
    painter.fillRect(QRectF(static_cast<double>(hour) * step + 1.0, high - up, step - 2.0, up), style.color);
  }
  if (!hasFocus()) return;
  painter.setPen(QPen(theme.focus, 2.0));
  painter.drawRect(QRectF(m_hour * step, 1.0, step, height() - 2.0));
}

void DayBars::setAt(QPointF place) {
  m_hour = std::clamp(static_cast<int>(place.x() * kHoursOfDay / std::max(1, width())), 0,
                      static_cast<int>(kHoursOfDay) - 1);
  const double share = std::clamp(1.0 - place.y() / std::max(1, height() - 1), 0.0, 1.0);
  m_factors[static_cast<std::size_t>(m_hour)] = hundredths(share * m_top);
  tell();
  update();
}

void DayBars::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) setAt(event->position());
}

void DayBars::mouseMoveEvent(QMouseEvent* event) {
  if ((event->buttons() & Qt::LeftButton) != 0) setAt(event->position());
}

void DayBars::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) emit edited();
}

void DayBars::keyPressEvent(QKeyEvent* event) {
  const auto last = static_cast<int>(kHoursOfDay) - 1;
  double& factor = m_factors[static_cast<std::size_t>(m_hour)];
  switch (event->key()) {
    case Qt::Key_Left:
      m_hour = std::max(0, m_hour - 1);
      break;
    case Qt::Key_Right:
      m_hour = std::min(last, m_hour + 1);
      break;
    case Qt::Key_Up:
    case Qt::Key_Down:
      factor = hundredths(std::clamp(factor + (event->key() == Qt::Key_Up ? kStepOfFactor : -kStepOfFactor),
                                     0.0, kMostFactor));
      emit edited();
      break;
    default:
      return QWidget::keyPressEvent(event);
  }
  tell();
  update();
}

DayProfile::DayProfile(const QString& name, QWidget* parent) : QWidget(parent) {
  setObjectName(name);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(scaled(4));
  m_shape = new QComboBox(this);
  m_shape->setObjectName(name + u".shape"_s);
  m_shape->setAccessibleName(tr("Traffic over the day"));
  m_shape->setToolTip(
      tr("Machines are sized for the busiest hour; a day's cost is that of its mean. The "
         "shapes that can be chosen are assumed, with the stated rate as their mean."));
  m_shape->addItems({tr("the same all day"), tr("busiest at %1:00 (assumed)").arg(kMiddayHour),
                     tr("busiest at %1:00 (assumed)").arg(kEveningHour), tr("24 factors of one's own")});
  m_shape->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_shape->setMinimumContentsLength(12);
  column->addWidget(m_shape);
  setFocusProxy(m_shape);
  m_bars = new DayBars(this);
  m_bars->setObjectName(name + u".bars"_s);
  column->addWidget(m_bars);
  m_factors = new QLineEdit(this);
  m_factors->setObjectName(name + u".factors"_s);
  m_factors->setAccessibleName(tr("Factors of the 24 hours"));
  m_factors->setToolTip(tr("24 factors of the stated rate, from midnight on, with spaces between."));
  column->addWidget(m_factors);
  m_error = new QLabel(this);
  m_error->setObjectName(name + u".error"_s);
  m_error->setFont(ui::font(TextRole::Caption));
  m_error->setWordWrap(true);
  m_error->hide();
  column->addWidget(m_error);
  connect(m_shape, &QComboBox::activated, this, &DayProfile::takeShape);
  connect(m_bars, &DayBars::edited, this, [this] { emit chosen(m_bars->factors()); });
  connect(m_factors, &QLineEdit::editingFinished, this, &DayProfile::takeTyped);
  colour();
  setHours({});
}

void DayProfile::showParts(bool shown) {
  m_bars->setVisible(shown);
  m_factors->setVisible(shown);
}

void DayProfile::setHours(const std::vector<double>& hours) {
  m_hours = hours;
  const bool stated = hours.size() == kHoursOfDay;
  const int shape = !stated                                ? EvenDay
                    : hours == dayOf(kSwing, kMiddayHour)  ? MiddayPeak
                    : hours == dayOf(kSwing, kEveningHour) ? EveningPeak
                                                           : OwnDay;
  m_shape->setCurrentIndex(shape);
  showParts(stated);
  if (!stated) return;
  m_bars->setFactors(hours);
  if (m_factors->isModified()) return;
  QStringList texts;
  for (const double factor : hours) texts << numberFieldText(factor);
  m_factors->setText(texts.join(u' '));
  m_factors->setCursorPosition(0);
}

void DayProfile::takeShape(int shape) {
  setProblem({});
  m_factors->setModified(false);
  switch (shape) {
    case EvenDay:
      return emit chosen({});
    case MiddayPeak:
      return emit chosen(dayOf(kSwing, kMiddayHour));
    case EveningPeak:
      return emit chosen(dayOf(kSwing, kEveningHour));
    default:
      break;
  }
  if (m_hours.empty()) emit chosen(std::vector<double>(kHoursOfDay, 1.0));
  m_bars->setFocus(Qt::OtherFocusReason);
}

void DayProfile::takeTyped() {
  if (!m_factors->isModified()) return;
  static const QRegularExpression between(u"[\\s;]+"_s);
  const QStringList words = m_factors->text().split(between, Qt::SkipEmptyParts);
  std::vector<double> hours;
  for (const QString& word : words) {
    const std::optional<double> factor = numberFromText(word);
    if (!factor || *factor < 0.0 || *factor > kMostFactor)
      return setProblem(tr("“%1” is no factor from 0 to 1000.").arg(word));
    hours.push_back(*factor);
  }
  if (hours.size() != kHoursOfDay)
    return setProblem(tr("These are %1 factors; a day has 24 hours.").arg(hours.size()));
  if (*std::max_element(hours.begin(), hours.end()) <= 0.0)
    return setProblem(tr("One hour at least has to have requests."));
  setProblem({});
  m_factors->setModified(false);
  emit chosen(hours);
}

void DayProfile::setProblem(const QString& text) {
  m_error->setText(text);
  m_error->setVisible(!text.isEmpty());
  m_factors->setAccessibleDescription(text);
}

void DayProfile::colour() { setInk(m_error, currentTheme().error); }

void DayProfile::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && m_error != nullptr) colour();
}

}  // namespace astrolabe::ui
