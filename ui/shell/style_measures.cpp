// How large each control is and where its parts lie.

#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDockWidget>
#include <QStyleOption>
#include <QTableView>

#include "ui/render/theme.h"
#include "ui/shell/style.h"

namespace astrolabe::ui {
namespace {

/// Inside docks controls are 24 px high, elsewhere 28.
bool inPanel(const QWidget* widget) {
  for (const QWidget* w = widget; w; w = w->parentWidget()) {
    if (w->property("compactControls").toBool() || qobject_cast<const QDockWidget*>(w)) return true;
    if (w->isWindow()) return false;
  }
  return false;
}

int controlHeight(const QWidget* widget) { return scaled(inPanel(widget) ? 24 : 28); }

}  // namespace

int AstrolabeStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  switch (metric) {
    case PM_DefaultFrameWidth:
      if (isTextField(widget)) return scaled(3);
      if (qobject_cast<const QAbstractScrollArea*>(widget)) return 0;
      return QProxyStyle::pixelMetric(metric, option, widget);
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
    case PM_TabBarIconSize:
    case PM_ListViewIconSize:
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
      return scaled(16);
    case PM_ToolTipLabelFrameWidth:  // with the air between it and the words
      return scaled(8);
    case PM_FocusFrameHMargin:  // beside the words of a cell
      return qobject_cast<const QTableView*>(widget) ? scaled(4)
                                                     : QProxyStyle::pixelMetric(metric, option, widget);
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing:
      return scaled(6);
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth:
      return 5;
    case PM_ToolBarItemSpacing:
      return scaled(4);
    case PM_ToolBarItemMargin:
      return scaled(largeText() ? 2 : 5);
    case PM_ToolBarFrameWidth:
      return 0;
    case PM_ToolBarSeparatorExtent:
      return scaled(16);
    case PM_MenuBarHMargin:
      return scaled(4);
    case PM_MenuBarVMargin:
    case PM_MenuBarPanelWidth:
    case PM_MenuBarItemSpacing:
      return 0;
    case PM_TabBarTabHSpace:
      return scaled(largeText() ? 16 : 24);
    case PM_TabBarTabVSpace:
      return scaled(12);
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarBaseOverlap:
    case PM_TabBarTabOverlap:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_DockWidgetFrameWidth:
    case PM_DockWidgetTitleMargin:
    case PM_ScrollView_ScrollBarSpacing:
      return 0;
    case PM_ScrollBarExtent:
      return scaled(12);
    case PM_ScrollBarSliderMin:
      return scaled(largeText() ? 14 : 28);
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
      return scaled(12);
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
      return scaled(8);
    default:
      return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

int AstrolabeStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                              QStyleHintReturn* returnData) const {
  switch (hint) {
    // Still by design: nothing moves on its own.
    case SH_Widget_Animate:
    case SH_Widget_Animation_Duration:
    case SH_ComboBox_Popup:
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_TabBar_PreferNoArrows:
    case SH_UnderlineShortcut:
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
      return 0;
    case SH_ToolTip_WakeUpDelay:
      return 400;
    default:
      return QProxyStyle::styleHint(hint, option, widget, returnData);
  }
}

QSize AstrolabeStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                       const QWidget* widget) const {
  QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
  switch (type) {
    case CT_PushButton:
      result.setHeight(controlHeight(widget));
      if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
        const int icon = button->icon.isNull() ? 0 : button->iconSize.width() + scaled(6);
        const int text = button->fontMetrics.horizontalAdvance(button->text);
        result.setWidth(hasProperty(widget, "link") ? text + scaled(4)
                                                    : text + icon + scaled(inPanel(widget) ? 18 : 24));
        if (button->features & QStyleOptionButton::HasMenu) result.rwidth() += scaled(16);  // for its arrow
      }
      break;
    case CT_LineEdit:
    case CT_SpinBox:
    case CT_ComboBox:
      result.rwidth() += scaled(6);
      result.setHeight(controlHeight(widget));
      break;
    case CT_ToolButton: {
      const int side = controlHeight(widget);
      const bool word = result.width() > side + scaled(12);
      result = QSize(std::max(result.width() + (word ? scaled(6) : 0), side), side);
      break;
    }
    case CT_MenuBarItem:
      result = QSize(size.width() + scaled(16), scaled(26));
      break;
    case CT_MenuItem:
      if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
          item && item->menuItemType != QStyleOptionMenuItem::Separator) {
        result.setHeight(std::max(result.height(), scaled(26)));
        result.rwidth() += scaled(16);
      }
      break;
    case CT_HeaderSection:  // headings of narrow columns stand apart
      if (widget && qobject_cast<const QTableView*>(widget->parentWidget())) result.rwidth() += scaled(8);
      break;
    case CT_TabBarTab:
      if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
          tab && !tab->icon.isNull() && largeText()) {
        constexpr int kToolkitsGap = 4;  // QTabBar's, between icon and word
        result.rwidth() += scaled(8) - tab->iconSize.width() - kToolkitsGap;
      }
      result.setHeight(scaled(largeText() ? 28 : 34));
      break;
    default:
      break;
  }
  return result;
}

QRect AstrolabeStyle::subElementRect(SubElement element, const QStyleOption* option,
                                     const QWidget* widget) const {
  switch (element) {
    case SE_TabBarTabText:
      return option->rect;
    case SE_TabWidgetLeftCorner:
    case SE_TabWidgetRightCorner: {  // words and icons stand on one line with those of the tabs
      QRect place = QProxyStyle::subElementRect(element, option, widget);
      if (const auto* tabs = qstyleoption_cast<const QStyleOptionTabWidgetFrame*>(option))
        place.moveTop((tabs->tabBarSize.height() - place.height()) / 2);
      return place;
    }
    case SE_LineEditContents: {  // one in another field stands where that one puts it
      const QWidget* around = widget ? widget->parentWidget() : nullptr;
      const bool inside =
          qobject_cast<const QAbstractSpinBox*>(around) || qobject_cast<const QComboBox*>(around);
      const int pad = inside ? 0 : scaled(6);
      return option->rect.adjusted(pad, 1, -pad, -1);
    }
    default:
      return QProxyStyle::subElementRect(element, option, widget);
  }
}

QRect AstrolabeStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                                     SubControl subControl, const QWidget* widget) const {
  if (control == CC_ScrollBar) {
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (!slider) return {};
    const bool horizontal = slider->orientation == Qt::Horizontal;
    const int length = horizontal ? slider->rect.width() : slider->rect.height();
    const int range = slider->maximum - slider->minimum;
    int thumb = length;
    if (range > 0) {
      const double share = double(slider->pageStep) / (range + double(slider->pageStep));
      thumb =
          std::min(length, std::max(int(length * share), pixelMetric(PM_ScrollBarSliderMin, option, widget)));
    }
    const int start = sliderPositionFromValue(slider->minimum, slider->maximum, slider->sliderPosition,
                                              length - thumb, slider->upsideDown);
    const QRect whole = slider->rect;
    const auto part = [&](int from, int size) {
      return visualRect(slider->direction, whole,
                        horizontal ? QRect(whole.left() + from, whole.top(), size, whole.height())
                                   : QRect(whole.left(), whole.top() + from, whole.width(), size));
    };
    switch (subControl) {
      case SC_ScrollBarSlider:
        return part(start, thumb);
      case SC_ScrollBarGroove:
        return whole;
      case SC_ScrollBarSubPage:
        return part(0, start);
      case SC_ScrollBarAddPage:
        return part(start + thumb, length - start - thumb);
      default:
        return {};
    }
  }
  if (control == CC_ComboBox) {
    const QRect rect = option->rect;
    const int arrow = scaled(22);
    switch (subControl) {
      case SC_ComboBoxArrow:
        return visualRect(option->direction, rect,
                          QRect(rect.right() - arrow + 1, rect.top(), arrow, rect.height()));
      case SC_ComboBoxEditField: {
        const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        const int before = scaled(box && box->editable ? 6 : 8);  // a field inside adds two of its own
        return visualRect(option->direction, rect, rect.adjusted(before, 1, -arrow, -1));
      }
      default:
        break;
    }
  }
  if (control == CC_SpinBox) {
    const QRect rect = option->rect;
    const int side = scaled(22), half = rect.height() / 2;
    const int left = rect.right() - side + 1;
    switch (subControl) {
      case SC_SpinBoxUp:
        return visualRect(option->direction, rect, QRect(left, rect.top(), side, half));
      case SC_SpinBoxDown:
        return visualRect(option->direction, rect,
                          QRect(left, rect.top() + half, side, rect.height() - half));
      case SC_SpinBoxEditField:
        return visualRect(option->direction, rect, rect.adjusted(scaled(6), 1, -side, -1));
      case SC_SpinBoxFrame:
        return rect;
      default:
        break;
    }
  }
  return QProxyStyle::subControlRect(control, option, subControl, widget);
}

}  // namespace astrolabe::ui
