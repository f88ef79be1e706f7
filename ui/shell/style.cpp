#include "ui/shell/style.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPainterPath>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>
#include <QTableView>
#include <QTextEdit>
#include <QToolButton>
#include <QValidator>

#include "ui/render/quoting.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

/// What is typed or pasted into a field of one line: control characters become spaces before anybody reads
/// it.
class OneLine : public QValidator {
 public:
  using QValidator::QValidator;
  State validate(QString& words, int&) const override {
    words = oneLine(words);
    return Acceptable;
  }
};

/// A hairline box of the control radius; the ring of the focus lies inside so that no parent can clip it.
void drawBox(QPainter* painter, const QRect& rect, const QColor& fill, const QColor& edge, bool focus) {
  const Theme& theme = currentTheme();
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const double width = focus ? 2.0 : 1.0;
  painter->setPen(edge.alpha() == 0 && !focus ? QPen(Qt::NoPen) : QPen(focus ? theme.focus : edge, width));
  painter->setBrush(fill);
  const double inset = width / 2;
  painter->drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), 4, 4);
  painter->restore();
}

void drawCheck(QPainter* painter, const QStyleOption* option, bool round) {
  const Theme& theme = currentTheme();
  const bool enabled = option->state & QStyle::State_Enabled;
  const bool on = option->state & QStyle::State_On;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const QRectF box = QRectF(option->rect).adjusted(1.5, 1.5, -1.5, -1.5);
  const QColor edge = enabled ? theme.borderStrong : theme.disabled;
  const QColor mark = enabled ? theme.accent : theme.disabled;
  if (round) {
    painter->setPen(QPen(on ? mark : edge, on ? 1.6 : 1.0));
    painter->setBrush(theme.panel);
    painter->drawEllipse(box);
    if (on) {
      painter->setPen(Qt::NoPen);
      painter->setBrush(mark);
      painter->drawEllipse(box.center(), box.width() * 0.26, box.width() * 0.26);
    }
  } else {
    painter->setPen(on ? QPen(Qt::NoPen) : QPen(edge, 1.0));
    painter->setBrush(on ? mark : theme.panel);
    painter->drawRoundedRect(box, 3, 3);
    if (on) {
      painter->setPen(QPen(theme.onAccent, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
      painter->setBrush(Qt::NoBrush);
      QPainterPath tick(QPointF(box.left() + box.width() * 0.22, box.top() + box.height() * 0.52));
      tick.lineTo(box.left() + box.width() * 0.43, box.top() + box.height() * 0.73);
      tick.lineTo(box.left() + box.width() * 0.79, box.top() + box.height() * 0.30);
      painter->drawPath(tick);
    }
  }
  painter->restore();
}

/// Between two panels, where their sizes are dragged: a hairline along it.
void drawSeam(QPainter& painter, const QRect& place) {
  const Theme& theme = currentTheme();
  painter.fillRect(place, theme.panel);
  const bool upright = place.width() < place.height();
  painter.fillRect(upright ? QRect(place.center().x(), place.top(), 1, place.height())
                           : QRect(place.left(), place.center().y(), place.width(), 1),
                   theme.border);
}

void drawChevron(QPainter* painter, QPointF centre, const QColor& color) {
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->translate(centre);
  painter->scale(fontScale(), fontScale());
  painter->setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter->setBrush(Qt::NoBrush);
  QPainterPath path(QPointF(-3.5, -1.8));
  path.lineTo(QPointF(0, 1.8));
  path.lineTo(QPointF(3.5, -1.8));
  painter->drawPath(path);
  painter->restore();
}

/// The ground of what a scroll bar scrolls, which goes on beneath the bar.
QColor groundBeside(const QWidget* bar) {
  for (const QWidget* up = bar; up; up = up->parentWidget()) {
    const auto* area = qobject_cast<const QAbstractScrollArea*>(up);
    if (!area) continue;
    const QWidget* ground = area->viewport();
    if (const auto* scroll = qobject_cast<const QScrollArea*>(area); scroll && scroll->widget())
      ground = scroll->widget();
    return ground->palette().color(ground->backgroundRole());
  }
  return currentTheme().panel;
}

/// A picture and a word beside it, both in the middle of a button.
struct IconAndWord {
  const QIcon& icon;
  QSize side;
  const QString& word;
};

void drawIconAndWord(const QStyle& style, const IconAndWord& label, const QRect& rect,
                     const QStyleOption& option, QPainter* painter) {
  const bool enabled = option.state & QStyle::State_Enabled;
  const int flags = Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine | Qt::TextHideMnemonic;
  const int gap = scaled(6);
  const int word = option.fontMetrics.size(Qt::TextShowMnemonic, label.word).width();
  const int left = rect.left() + std::max(0, (rect.width() - label.side.width() - gap - word) / 2);
  const QRect picture(QPoint(left, rect.center().y() - label.side.height() / 2), label.side);
  label.icon.paint(painter, QStyle::visualRect(option.direction, rect, picture), Qt::AlignCenter,
                   enabled ? QIcon::Normal : QIcon::Disabled,
                   option.state & QStyle::State_On ? QIcon::On : QIcon::Off);
  const QRect text(picture.right() + 1 + gap, rect.top(), word, rect.height());
  style.drawItemText(painter, QStyle::visualRect(option.direction, rect, text), flags, option.palette,
                     enabled, label.word, QPalette::ButtonText);
}

void drawScrollBar(const QStyleOptionSlider* option, QPainter* painter, const QRect& thumb,
                   const QColor& ground) {
  const Theme& theme = currentTheme();
  painter->fillRect(option->rect, ground);
  if (option->maximum <= option->minimum) return;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(Qt::NoPen);
  QColor color = theme.borderStrong;
  color.setAlphaF(option->state & (QStyle::State_MouseOver | QStyle::State_Sunken) ? 0.9F : 0.5F);
  painter->setBrush(color);
  const QRectF bar = QRectF(thumb).adjusted(3, 3, -3, -3);
  const double radius = std::min(bar.width(), bar.height()) / 2;
  painter->drawRoundedRect(bar, radius, radius);
  painter->restore();
}

/// By how much words of cells stand farther in than those of the heading above them.
int airOfCells(const QStyle& style, const QWidget* header) {
  const QWidget* table = header != nullptr ? header->parentWidget() : nullptr;
  if (qobject_cast<const QTableView*>(table) == nullptr) return 0;
  return style.pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, table) + 1 -
         style.pixelMetric(QStyle::PM_HeaderMargin, nullptr, header);
}

}  // namespace

bool hasProperty(const QWidget* widget, const char* property) {
  return widget && widget->property(property).toBool();
}

bool isTextField(const QWidget* widget) {
  const auto framed = [](const auto* text) {
    return text && !text->isReadOnly() && text->frameShape() != QFrame::NoFrame;
  };
  return framed(qobject_cast<const QPlainTextEdit*>(widget)) ||
         framed(qobject_cast<const QTextEdit*>(widget));
}

AstrolabeStyle::AstrolabeStyle() : QProxyStyle(QStyleFactory::create(u"Fusion"_s)) {
  setObjectName(u"astrolabe"_s);
}

void AstrolabeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                   const QWidget* widget) const {
  const Theme& theme = currentTheme();
  const bool enabled = option->state & State_Enabled;
  const bool hover = enabled && (option->state & State_MouseOver);
  const bool sunken = option->state & (State_Sunken | State_On);
  switch (element) {
    case PE_FrameFocusRect: {
      painter->save();
      painter->setRenderHint(QPainter::Antialiasing);
      painter->setPen(QPen(theme.focus, 2));
      painter->setBrush(Qt::NoBrush);
      painter->drawRoundedRect(QRectF(option->rect).adjusted(1, 1, -1, -1), 3, 3);
      painter->restore();
      return;
    }
    case PE_PanelLineEdit: {
      if (const auto* edit = qobject_cast<const QLineEdit*>(widget); edit && !edit->hasFrame()) {
        return;
      }
      const QColor edge =
          hasProperty(widget, "invalid") ? theme.error : (enabled ? theme.borderStrong : theme.border);
      drawBox(painter, option->rect, enabled ? theme.panel : theme.window, edge,
              (option->state & State_HasFocus) && !hasProperty(widget, "invalid"));
      return;
    }
    case PE_FrameLineEdit:
      return;
    case PE_PanelButtonCommand: {
      if (hasProperty(widget, "link")) {
        if (option->state & State_HasFocus)
          drawBox(painter, option->rect, Qt::transparent, Qt::transparent, true);
        return;
      }
      if (hasProperty(widget, "primary")) {
        const QColor fill = !enabled ? theme.panel : (sunken ? theme.accent.darker(115) : theme.accent);
        drawBox(painter, option->rect, fill, enabled ? fill : theme.disabled, false);
        if (option->state & State_HasFocus) {
          painter->save();
          painter->setRenderHint(QPainter::Antialiasing);
          painter->setPen(QPen(theme.onAccent, 1));
          painter->setBrush(Qt::NoBrush);
          painter->drawRoundedRect(QRectF(option->rect).adjusted(2.5, 2.5, -2.5, -2.5), 3, 3);
          painter->restore();
        }
        return;
      }
      drawBox(painter, option->rect, sunken ? theme.selection : (hover ? theme.hover : theme.panel),
              enabled ? theme.borderStrong : theme.border, option->state & State_HasFocus);
      return;
    }
    case PE_PanelButtonTool:
      if (sunken || hover)
        drawBox(painter, option->rect, sunken ? theme.selection : theme.hover, Qt::transparent, false);
      if (option->state & State_HasFocus && widget && widget->focusPolicy() != Qt::NoFocus)
        drawBox(painter, option->rect, Qt::transparent, Qt::transparent, true);
      return;
    case PE_IndicatorCheckBox:
      drawCheck(painter, option, false);
      return;
    case PE_IndicatorRadioButton:
      drawCheck(painter, option, true);
      return;
    case PE_IndicatorDockWidgetResizeHandle:
      drawSeam(*painter, option->rect);
      return;
    case PE_IndicatorToolBarSeparator: {
      const QRect r = option->rect;
      painter->fillRect(QRect(r.center().x(), r.center().y() - scaled(10), 1, scaled(20)), theme.border);
      return;
    }
    case PE_IndicatorArrowDown:
      if (qobject_cast<const QToolButton*>(widget)) {  // the toolkit puts a menu's arrow into the corner
        drawChevron(painter, QPointF(QRectF(option->rect).center().x(), QRectF(widget->rect()).center().y()),
                    enabled ? theme.text2 : theme.disabled);
        return;
      }
      if (qobject_cast<const QPushButton*>(widget)) {
        const QRect whole = widget->rect();
        const QRect end(whole.right() + 1 - scaled(20), whole.top(), scaled(12), whole.height());
        drawChevron(painter, QRectF(visualRect(option->direction, whole, end)).center(),
                    enabled ? theme.text2 : theme.disabled);
        return;
      }
      break;
    case PE_IndicatorToolBarHandle:
    case PE_FrameTabBarBase:
    case PE_FrameStatusBarItem:
    case PE_FrameDockWidget:
    case PE_FrameTabWidget:
      return;
    case PE_PanelStatusBar:
      painter->fillRect(option->rect, theme.toolbar);
      painter->fillRect(QRect(option->rect.left(), option->rect.top(), option->rect.width(), 1),
                        theme.border);
      return;
    case PE_Frame:
      if (isTextField(widget))
        drawBox(painter, option->rect, enabled ? theme.panel : theme.window,
                enabled ? theme.borderStrong : theme.border, option->state & State_HasFocus);
      if (qobject_cast<const QAbstractScrollArea*>(widget)) return;
      break;
    case PE_PanelTipLabel:
      painter->fillRect(option->rect, theme.borderStrong);
      painter->fillRect(option->rect.adjusted(1, 1, -1, -1), theme.raised);
      return;
    case PE_PanelScrollAreaCorner:
      painter->fillRect(option->rect, groundBeside(widget));
      return;
    default:
      break;
  }
  QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void AstrolabeStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                                 const QWidget* widget) const {
  const Theme& theme = currentTheme();
  switch (element) {
    case CE_ToolBar:
      painter->fillRect(option->rect, theme.toolbar);
      painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                        theme.border);
      return;
    case CE_MenuBarEmptyArea:
      painter->fillRect(option->rect, theme.toolbar);
      return;
    case CE_MenuBarItem: {
      const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
      if (!item) return;
      painter->fillRect(item->rect, theme.toolbar);
      if (item->state & (State_Selected | State_Sunken) && item->state & State_Enabled)
        drawBox(painter, item->rect.adjusted(1, 1, -1, -1), theme.hover, Qt::transparent, false);
      // Letters to press are underlined while the keyboard is in the menu.
      const bool keys = item->state & State_HasFocus;
      drawItemText(painter, item->rect,
                   Qt::AlignCenter | (keys ? Qt::TextShowMnemonic : Qt::TextHideMnemonic), item->palette,
                   item->state & State_Enabled, item->text, QPalette::WindowText);
      return;
    }
    case CE_Splitter:
      drawSeam(*painter, option->rect);
      return;
    case CE_TabBarTabShape: {
      const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
      const bool selected = option->state & State_Selected;
      painter->fillRect(option->rect, selected ? theme.panel : theme.toolbar);
      if (!selected && option->state & State_MouseOver) painter->fillRect(option->rect, theme.hover);
      if (selected) {
        const bool south =
            tab && (tab->shape == QTabBar::RoundedSouth || tab->shape == QTabBar::TriangularSouth);
        const int y = south ? option->rect.top() : option->rect.bottom() - 1;
        painter->fillRect(QRect(option->rect.left(), y, option->rect.width(), 2), theme.accent);
      }
      return;
    }
    case CE_TabBarTabLabel: {
      const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
      if (!tab) return;
      QRect text = tab->rect.adjusted(scaled(4), 0, -scaled(4), 0);
      if (!tab->icon.isNull() && largeText()) {  // in the room before the word: the row of tabs is no wider
        const int side = scaled(10);
        const QRect place(tab->rect.left() + scaled(3), tab->rect.center().y() - side / 2, side, side);
        tab->icon.paint(painter, visualRect(tab->direction, tab->rect, place));
        text = visualRect(tab->direction, tab->rect, text.adjusted(scaled(8), 0, 0, 0));
      } else if (!tab->icon.isNull()) {
        const int side = scaled(14);
        const int words = tab->fontMetrics.horizontalAdvance(tab->text);
        const int left = text.left() + std::max(0, (text.width() - words - side - scaled(4)) / 2);
        tab->icon.paint(painter, QRect(left, tab->rect.center().y() - side / 2, side, side));
        text.setLeft(left + side + scaled(4));
      }
      const bool selected = tab->state & State_Selected;
      painter->save();
      if (selected) painter->setFont(ui::font(TextRole::BodyStrong));
      painter->setPen(!(tab->state & State_Enabled) ? theme.disabled : (selected ? theme.text : theme.text2));
      painter->drawText(text, Qt::AlignCenter | Qt::TextShowMnemonic, tab->text);
      painter->restore();
      if (tab->state & State_HasFocus) {
        QStyleOptionFocusRect ring;
        ring.rect = tab->rect.adjusted(2, 2, -2, -3);
        drawPrimitive(PE_FrameFocusRect, &ring, painter, widget);
      }
      return;
    }
    case CE_HeaderSection:
    case CE_HeaderEmptyArea: {
      painter->fillRect(option->rect, theme.header);
      const QRect r = option->rect;
      painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), theme.border);
      return;
    }
    case CE_HeaderLabel: {  // quiet, and over the words of its column
      const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
      if (!header) break;
      QStyleOptionHeader quiet(*header);
      quiet.state &= ~State_On;
      quiet.palette.setColor(QPalette::ButtonText, theme.text3);
      if (quiet.orientation == Qt::Horizontal && quiet.textAlignment == Qt::AlignCenter)
        quiet.textAlignment = Qt::AlignLeft | Qt::AlignVCenter;
      const int spare = (quiet.rect.width() - quiet.fontMetrics.horizontalAdvance(quiet.text)) / 2;
      const int air = std::clamp(airOfCells(*this, widget), 0, std::max(0, spare));
      if (quiet.orientation == Qt::Horizontal) quiet.rect.adjust(air, 0, -air, 0);
      QProxyStyle::drawControl(element, &quiet, painter, widget);
      return;
    }
    case CE_PushButtonLabel: {
      const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
      if (!button) return;
      QStyleOptionButton copy(*button);
      if (button->state & State_Enabled) {
        if (hasProperty(widget, "link")) copy.palette.setColor(QPalette::ButtonText, theme.accent);
        if (hasProperty(widget, "primary")) copy.palette.setColor(QPalette::ButtonText, theme.onAccent);
      }
      if (!copy.icon.isNull() && !copy.text.isEmpty()) {
        const QRect room =
            copy.features & QStyleOptionButton::HasMenu
                ? visualRect(copy.direction, copy.rect, copy.rect.adjusted(0, 0, -scaled(16), 0))
                : copy.rect;
        drawIconAndWord(*proxy(), {copy.icon, copy.iconSize, copy.text}, room, copy, painter);
        return;
      }
      QProxyStyle::drawControl(element, &copy, painter, widget);
      return;
    }
    case CE_ToolButtonLabel: {
      const auto* tool = qstyleoption_cast<const QStyleOptionToolButton*>(option);
      if (!tool || tool->toolButtonStyle != Qt::ToolButtonTextBesideIcon || tool->icon.isNull() ||
          tool->text.isEmpty() || tool->features & QStyleOptionToolButton::Arrow)
        break;
      const bool menu = tool->features & QStyleOptionToolButton::HasMenu &&
                        !(tool->features & QStyleOptionToolButton::MenuButtonPopup);
      const QRect room =
          menu ? visualRect(tool->direction, tool->rect, tool->rect.adjusted(0, 0, -scaled(10), 0))
               : tool->rect;
      painter->save();
      painter->setFont(tool->font);
      drawIconAndWord(*proxy(), {tool->icon, tool->iconSize, tool->text}, room, *tool, painter);
      painter->restore();
      return;
    }
    default:
      break;
  }
  QProxyStyle::drawControl(element, option, painter, widget);
}

void AstrolabeStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                        QPainter* painter, const QWidget* widget) const {
  const Theme& theme = currentTheme();
  if (control == CC_ScrollBar) {
    if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option))
      drawScrollBar(slider, painter, subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget),
                    groundBeside(widget));
    return;
  }
  if (control == CC_ComboBox) {
    const bool enabled = option->state & State_Enabled;
    const bool hover = enabled && option->state & State_MouseOver;
    drawBox(painter, option->rect, hover ? theme.hover : theme.panel,
            enabled ? theme.borderStrong : theme.border, option->state & State_HasFocus);
    const QRect arrow = subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget);
    drawChevron(painter, QRectF(arrow).center(), enabled ? theme.text2 : theme.disabled);
    return;
  }
  if (control == CC_SpinBox) {
    const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    const bool enabled = option->state & State_Enabled;
    const bool invalid = hasProperty(widget, "invalid");
    const QColor edge = invalid ? theme.error : (enabled ? theme.borderStrong : theme.border);
    drawBox(painter, option->rect, enabled ? theme.panel : theme.window, edge,
            (option->state & State_HasFocus) && !invalid);
    for (const auto& [part, step] : {std::pair(SC_SpinBoxUp, QAbstractSpinBox::StepUpEnabled),
                                     std::pair(SC_SpinBoxDown, QAbstractSpinBox::StepDownEnabled)}) {
      const QPointF middle = QRectF(subControlRect(CC_SpinBox, option, part, widget)).center();
      const bool able = enabled && (!box || box->stepEnabled.testFlag(step));
      painter->save();
      painter->translate(middle);
      if (part == SC_SpinBoxUp) painter->rotate(180.0);
      drawChevron(painter, {}, able ? theme.text2 : theme.disabled);
      painter->restore();
    }
    return;
  }
  QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void AstrolabeStyle::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  if (qobject_cast<QComboBox*>(widget) || qobject_cast<QAbstractButton*>(widget) ||
      qobject_cast<QTabBar*>(widget) || qobject_cast<QScrollBar*>(widget))
    widget->setAttribute(Qt::WA_Hover);
  if (isTextField(widget)) widget->installEventFilter(this);
  if (auto* field = qobject_cast<QLineEdit*>(widget); field && field->validator() == nullptr)
    field->setValidator(new OneLine(field));
  // A name that looks like HTML is a name, also in a hint: a label with marks says so itself.
  if (auto* label = qobject_cast<QLabel*>(widget); label && label->textFormat() == Qt::AutoText)
    label->setTextFormat(Qt::PlainText);
}

/// The ring of a text field comes and goes with the focus, which alone repaints what it is written in.
bool AstrolabeStyle::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
    if (auto* field = qobject_cast<QFrame*>(watched)) field->update();
  return QProxyStyle::eventFilter(watched, event);
}

}  // namespace astrolabe::ui
