#include "ui/shell/pseudo_language.h"

#include <QHash>

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

QString PseudoLanguage::of(const QString& text) {
  static const QString plain = u"aceinosuyzACEINOSUYZ"_s, marked = u"áćéíńóśúýźÁĆÉÍŃÓŚÚÝŹ"_s;
  constexpr int kLongerBy = 3;  // one letter more for every three
  QString result = u"⟦"_s;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const QChar letter = text[i];
    result += letter;
    if ((letter == u'%' || letter == u'&') && i + 1 < text.size()) {
      result += text[++i];
      if (text[i] == u'L' && i + 1 < text.size()) result += text[++i];
      continue;
    }
    if (const qsizetype at = plain.indexOf(letter); at >= 0) result.back() = marked[at];
  }
  return result + QString(text.size() / kLongerBy, u'~') + u'⟧';
}

QString PseudoLanguage::translate(const char*, const char* source, const char*, int) const {
  return source && *source ? of(QString::fromUtf8(source)) : QString();
}

}  // namespace astrolabe::ui
