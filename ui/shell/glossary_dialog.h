#pragma once

#include <QDialog>
#include <vector>

#include "ui/render/glossary.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QTextBrowser;
class QUrl;

namespace astrolabe::ui {

/// The terms of the window in a window of its own: a field that searches names and texts, the list of terms,
/// and what the chosen one means with links to its relatives. Children: glossary.search, glossary.terms,
/// glossary.text, glossary.none.
class GlossaryDialog : public QDialog {
  Q_OBJECT

 public:
  explicit GlossaryDialog(QWidget* parent = nullptr);
  /// Chooses a term by its id and takes away what hides it; an id that is not known changes nothing.
  void showTerm(const QString& id);
  /// Id of the chosen term; empty where the search finds none.
  QString term() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void filter(const QString& words);
  void showCurrent();
  void follow(const QUrl& link);

  std::vector<GlossaryTerm> m_terms;  ///< rows of the list
  QLineEdit* m_search;
  QListWidget* m_list;
  QTextBrowser* m_text;
  QLabel* m_none;
};

}  // namespace astrolabe::ui
