#pragma once
// How long prompts or answers are: one number, a range, percentiles, a trace file or a published trace.

#include <QWidget>

#include "core/serving/lengths.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace astrolabe::ui {

class NumberField;

/// Children <name>.form, .tokens, .low, .high, .p50, .p90, .p99, .trace, .profile, .note.
class LengthsField : public QWidget {
  Q_OBJECT

 public:
  /// `name` becomes the objectName, `spoken` what assistive technology is told.
  LengthsField(const QString& name, const QString& spoken, bool output, QWidget* parent = nullptr);
  /// Shows what a job says, as its JSON has it; what is being typed stays.
  void setLengths(const Json& lengths, bool assumed);
  /// Says something wrong at the field; empty takes it back.
  void setProblem(const QString& text);
  QComboBox& form() const { return *m_form; }

 signals:
  /// Another form, or another number of it, as a job says it.
  void chosen(const astrolabe::Json& lengths);
  /// A published trace, for prompts and answers both.
  void profileChosen(const QString& id);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  using Form = serving::Lengths::Form;
  NumberField* number(const QString& name, const QString& label);
  void choose(Form form);
  void commit();
  void askForTrace();
  void showForm(Form form);
  void tellNote();
  void colour();

  bool m_output;
  bool m_showing = false;
  QComboBox *m_form = nullptr, *m_profile = nullptr;
  NumberField *m_tokens = nullptr, *m_low = nullptr, *m_high = nullptr, *m_p50 = nullptr, *m_p90 = nullptr,
              *m_p99 = nullptr;
  QPushButton* m_trace = nullptr;
  QLabel *m_note = nullptr, *m_error = nullptr;
  QList<QWidget*> m_captions;
  serving::Lengths m_lengths;
};

}  // namespace astrolabe::ui
