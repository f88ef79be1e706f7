#pragma once
// The terms of the window and the report, each told in a few sentences.

#include <QString>
#include <QStringList>
#include <vector>

namespace astrolabe::ui {

struct GlossaryTerm {
  QString id;           ///< the same in every language: "bubble"
  QString name;         ///< as the window writes it, with its long form: "TP: tensor parallelism"
  QString text;         ///< plain sentences
  QStringList related;  ///< ids
  /// The name without its long form: "TP".
  QString shortName() const;
};

/// Every term in the order of names in the language of the reader.
std::vector<GlossaryTerm> glossary();

/// The term that a control is about, by its object name ("runBar.gap"); empty for none.
QString glossaryTermOf(const QString& objectName);

}  // namespace astrolabe::ui
