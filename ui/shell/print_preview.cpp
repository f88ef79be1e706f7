#include "ui/shell/print_preview.h"

#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <QPrintPreviewDialog>
#include <QToolBar>
#include <QToolButton>

#include "ui/render/icons.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct PreviewText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::PreviewText)
};

/// The toolkit's actions have no names: they are told by its own words, in whatever language it says them.
struct PreviewTool {
  const char *text, *icon;
};
constexpr PreviewTool kPreviewTools[] = {{"Next page", "right"},
                                         {"Previous page", "left"},
                                         {"First page", "first"},
                                         {"Last page", "last"},
                                         {"Fit width", "page-width"},
                                         {"Fit page", "fit"},
                                         {"Zoom in", "plus"},
                                         {"Zoom out", "minus"},
                                         {"Portrait", "page"},
                                         {"Landscape", "landscape"},
                                         {"Show single page", "page"},
                                         {"Show facing pages", "pages-two"},
                                         {"Show overview of all pages", "pages-all"},
                                         {"Print", "print"},
                                         {"Page setup", "page-setup"}};

}  // namespace

void dressPreview(QPrintPreviewDialog& dialog) {
  dialog.resize(scaledOn(dialog.screen(), 900, 760));  // all tools stand in one row
  for (QAction* action : dialog.findChildren<QAction*>())
    for (const PreviewTool& tool : kPreviewTools)
      if (action->text() == QCoreApplication::translate("QPrintPreviewDialog", tool.text))
        action->setIcon(icon(QLatin1StringView(tool.icon)));
  for (QToolButton* button : dialog.findChildren<QToolButton*>()) {
    if (const QAction* action = button->defaultAction()) button->setAccessibleName(action->text());
    button->setFocusPolicy(Qt::TabFocus);
    button->setMinimumSize(scaled(28), scaled(28));
  }
  for (QComboBox* zoom : dialog.findChildren<QComboBox*>())
    zoom->setAccessibleName(PreviewText::tr("Size of the pages"));
  for (QLineEdit* page : dialog.findChildren<QLineEdit*>())
    if (qobject_cast<QComboBox*>(page->parentWidget()) == nullptr)
      page->setAccessibleName(PreviewText::tr("Page"));
  // Large text on a small screen: the gaps between groups of tools go before a tool does.
  if (const auto* bar = dialog.findChild<QToolBar*>(); bar && bar->sizeHint().width() > dialog.width())
    for (QAction* action : bar->actions())
      if (action->isSeparator()) action->setVisible(false);
}

}  // namespace astrolabe::ui
