#include "ui/render/catalogue_text.h"

#include <QCoreApplication>
#include <QLocale>

namespace astrolabe::ui {

namespace {

struct CatalogueWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::CatalogueWords)
};

/// "A, B, and 3 more"
QString namesText(const QStringList& names) {
  constexpr qsizetype kMost = 4;
  if (names.size() <= kMost) return QLocale().createSeparatedList(names);
  QStringList shown = names.first(kMost);
  shown << CatalogueWords::tr("%n more", "types of hardware, behind the names of some",
                              static_cast<int>(names.size() - kMost));
  return QLocale().createSeparatedList(shown);
}

}  // namespace

Message catalogueMessage(const hardware::CatalogueRows& rows, const hardware::Catalogue& today) {
  QStringList prices, values, gone, sources;
  for (const hardware::RowChange& change : hardware::changes(rows, today)) {
    const QString name = QString::fromStdString(change.name);
    if (change.gone) gone << name;
    if (change.price) prices << name;
    if (change.value) values << name;
    if (!change.gone && !change.price && !change.value) sources << name;
  }
  QStringList sentences;
  if (!prices.isEmpty())
    sentences << CatalogueWords::tr("The current catalogue has other prices for %1.").arg(namesText(prices));
  if (!values.isEmpty())
    sentences << CatalogueWords::tr("The current catalogue has other values for %1.").arg(namesText(values));
  if (!gone.isEmpty())
    sentences << CatalogueWords::tr("The current catalogue no longer has %1.").arg(namesText(gone));
  if (!sources.isEmpty())
    sentences
        << CatalogueWords::tr("The current catalogue names other sources for %1.").arg(namesText(sources));
  sentences << CatalogueWords::tr("The plan keeps what it was saved with.");
  Message message;
  message.title =
      rows.date.empty()
          ? CatalogueWords::tr("Saved with another catalogue.")
          : CatalogueWords::tr("Saved with the catalogue of %1.").arg(QString::fromStdString(rows.date));
  message.body = sentences.join(u' ');
  return message;
}

}  // namespace astrolabe::ui
