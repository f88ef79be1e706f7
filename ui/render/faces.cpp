#include "ui/render/faces.h"

#include <QFontDatabase>
#include <QLocale>

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

constexpr int kFigurePixels = 11;

QString& spokenName() {
  static QString name = QLocale::system().name();
  return name;
}

/// As the families of Noto and Source Han name the forms of a language; empty for one without Han characters.
QString formsOf(const QLocale& locale) {
  switch (locale.language()) {
    case QLocale::Chinese:
      if (locale.script() != QLocale::TraditionalHanScript) return u"SC"_s;
      return locale.territory() == QLocale::HongKong ? u"HK"_s : u"TC"_s;
    case QLocale::Japanese:
      return u"JP"_s;
    case QLocale::Korean:
      return u"KR"_s;
    default:
      return {};
  }
}

}  // namespace

void setTextLanguage(const QString& name) { spokenName() = name; }

QString textLanguage() { return spokenName(); }

QStringList facesOf(const QString& family) {
  QStringList faces{family};
  const QString forms = formsOf(QLocale(textLanguage()));
  if (forms.isEmpty()) return faces;
  const bool serif = family.contains(u"Serif"_s) && !family.contains(u"Sans"_s);
  const QString kind = serif ? u"Serif"_s : family.contains(u"Mono"_s) ? u"Sans Mono"_s : u"Sans"_s;
  for (const QString& makers : {u"Noto %1 CJK %2"_s, u"Source Han %1 %2"_s, u"Noto %1 %2"_s})
    if (const QString filled = makers.arg(kind, forms); QFontDatabase::hasFamily(filled)) {
      faces << filled;
      break;
    }
  return faces;
}

QFont figureLetters() {
  QFont letters;
  letters.setFamilies(facesOf(u"Noto Sans"_s));
  letters.setPixelSize(kFigurePixels);
  return letters;
}

}  // namespace astrolabe::ui
