#include "ui/shell/about_dialog.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct AboutDialog {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::AboutDialog)
};

}  // namespace

void showAbout(QWidget& window, const QString& catalogue) {
  QDialog dialog(&window);
  dialog.setObjectName(u"aboutDialog"_s);
  dialog.setWindowTitle(AboutDialog::tr("About Astrolabe"));
  auto* layout = new QVBoxLayout(&dialog);
  auto* name =
      new QLabel(AboutDialog::tr("Astrolabe %1").arg(QCoreApplication::applicationVersion()), &dialog);
  name->setFont(ui::font(TextRole::Title));
  layout->addWidget(name);
  auto* text = new QLabel(
      AboutDialog::tr("Plans the training of large models on clusters one could buy or rent.\n\n"
                      "Hardware and price catalogue of %1. Every value keeps its source and date.\n\n"
                      "Free software under the GNU General Public License, version 3 or later. "
                      "Uses Qt, QCustomPlot, SQLite and other free libraries; data sources are listed in "
                      "NOTICE.")
          .arg(catalogue),
      &dialog);
  text->setWordWrap(true);
  text->setMinimumWidth(scaled(420));
  text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  layout->addWidget(text);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  layout->addWidget(buttons);
  dialog.exec();
}

}  // namespace astrolabe::ui
