#include "ui/shell/changed_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct ChangedText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ChangedFile)
};

QString savedWhen(const QDateTime& when) {
  const QLocale locale;
  return when.date() == QDate::currentDate() ? locale.toString(when.time(), QLocale::ShortFormat)
                                             : locale.toString(when, QLocale::ShortFormat);
}

}  // namespace

ChangedFile askAboutChangedFile(QWidget& window, const QString& path, bool changes) {
  const QFileInfo file(path);
  QMessageBox box(&window);
  box.setObjectName(u"changedFileDialog"_s);
  box.setWindowTitle(ChangedText::tr("Save plan"));
  box.setIcon(QMessageBox::Warning);
  box.setText(ChangedText::tr("Another program saved “%1” at %2.", "a file, a time")
                  .arg(file.fileName(), savedWhen(file.lastModified())));
  box.setInformativeText(
      changes
          ? ChangedText::tr(
                "The plan here does not have what was saved there. Reload shows it and keeps your "
                "changes in a recovery copy. Overwrite loses it.")
          : ChangedText::tr("The plan here does not have what was saved there. Reload shows it. Overwrite "
                            "loses it."));
  const auto add = [&box](const QString& name, const QString& text, QMessageBox::ButtonRole role) {
    QPushButton* button = box.addButton(text, role);
    button->setObjectName(name);
    return button;
  };
  const QPushButton* reload =
      add(u"changedFile.reload"_s, ChangedText::tr("&Reload"), QMessageBox::AcceptRole);
  QPushButton* both = add(u"changedFile.keepBoth"_s, ChangedText::tr("&Keep both…"), QMessageBox::AcceptRole);
  const QPushButton* overwrite =
      add(u"changedFile.overwrite"_s, ChangedText::tr("&Overwrite"), QMessageBox::DestructiveRole);
  QPushButton* cancel = box.addButton(QMessageBox::Cancel);
  cancel->setObjectName(u"changedFile.cancel"_s);
  box.setDefaultButton(both);
  box.setEscapeButton(cancel);
  box.exec();
  const QAbstractButton* clicked = box.clickedButton();
  if (clicked == reload) return ChangedFile::Reload;
  if (clicked == both) return ChangedFile::KeepBoth;
  return clicked == overwrite ? ChangedFile::Overwrite : ChangedFile::Cancel;
}

QString freeNameBeside(const QString& path) {
  constexpr qsizetype longest = 255;  // bytes of a name, as the file systems have it
  const QFileInfo file(path);
  const QString ending = file.suffix().isEmpty() ? QString() : u'.' + file.suffix();
  for (int number = 2;; ++number) {
    QString base = file.completeBaseName();
    const QString tail = u" (%1)"_s.arg(number) + ending;
    while (!base.isEmpty() && (base + tail).toUtf8().size() > longest)
      base.chop(base.back().isLowSurrogate() ? 2 : 1);
    const QString name = file.dir().filePath(base + tail);
    if (!QFileInfo::exists(name)) return name;
  }
}

}  // namespace astrolabe::ui
