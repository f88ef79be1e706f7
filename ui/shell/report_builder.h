#pragma once

#include <QDialog>
#include <QTimer>
#include <functional>

#include "ui/document/plan_document.h"
#include "ui/render/report_settings.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPlainTextEdit;
class QPrinter;
class QPrintPreviewWidget;
class QPushButton;

namespace astrolabe::ui {

/// Chooses what the report holds, beside its pages: sections to tick and to put in order, title, author, note
/// and paper. Kept with the plan, one undo step a visit.
class ReportBuilder : public QDialog {
  Q_OBJECT

 public:
  /// `paint` puts the report on a printer as it is set up now, and says why it cannot.
  ReportBuilder(PlanDocument& document, std::function<QString(QPrinter*)> paint, QWidget* parent = nullptr);
  ~ReportBuilder() override;
  /// Draws the pages anew, soon: something that they show has changed.
  void refresh();
  /// Whether there is an answer to report.
  void setAnswered(bool answered);
  int pages() const;
  /// Views of the window that the appendix holds, by their headings.
  void setAdded(const QStringList& headings);

 signals:
  void exportRequested();
  void printRequested();
  void addedRenamed(int row, const QString& heading);
  void addedRemoved(int row);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* buildSettings();
  QWidget* buildLogo();
  QWidget* buildAdded();
  void fillLanguages(const QString& chosen);
  void fillCurrencies(const std::optional<Currency>& chosen);
  void chooseLogo();
  void setLogo(const QByteArray& picture);
  void removeAdded();
  void renameAdded(const QListWidgetItem* item);
  void fill(const ReportSettings& settings);
  ReportSettings settings() const;
  void changed();
  void follow();
  void move(int by);
  void draw();
  void updateButtons();

  PlanDocument& m_document;
  QLineEdit *m_title, *m_author;
  QPlainTextEdit* m_note;
  QComboBox *m_paper, *m_language, *m_currency;
  QListWidget *m_parts, *m_added;
  QWidget* m_addedBox = nullptr;
  QPushButton *m_up, *m_down, *m_all, *m_export, *m_print;
  QPushButton *m_chooseLogo = nullptr, *m_noLogo = nullptr;
  QByteArray m_logo;
  QString m_fault;  ///< why there are no pages, or no logo
  QLabel* m_state;
  std::unique_ptr<QPrinter> m_printer;
  QPrintPreviewWidget* m_preview;
  QTimer m_soon;
  quint64 m_gesture = 0;
  bool m_answered = true, m_showing = false, m_drawn = false;
};

}  // namespace astrolabe::ui
