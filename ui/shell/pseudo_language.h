#pragma once
// A language nobody speaks: every translated text stands in brackets, longer and with marks on its letters.
// What stays plain English in a window was never given to a translator; what is cut off needs more room.

#include <QTranslator>

namespace astrolabe::ui {

class PseudoLanguage : public QTranslator {
  Q_OBJECT

 public:
  using QTranslator::QTranslator;
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* source, const char* disambiguation,
                    int count) const override;

  /// "⟦Ñéẃ~~⟧"; places such as %1 and the letter behind & stay as they are.
  static QString of(const QString& text);
};

}  // namespace astrolabe::ui
