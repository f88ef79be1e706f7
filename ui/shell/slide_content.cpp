// What a page of a presentation holds, before it is drawn: its words, and which of them tell money.

#include "ui/render/money.h"
#include "ui/shell/slides.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

bool tellsMoney(const QString& text) {
  // A sign may be a mere letter, as the rand's: it tells a sum before a number and before what it is for.
  return text.contains(u'$') || text.contains(u"USD"_s) || text.contains(currentCurrency().code) ||
         text.contains(currencyPrefix()) || text.contains(currencySign() + u'/');
}

QString hiddenSum() { return u"•••"_s; }

QString withoutMoney(const QString& text, bool hide) { return hide && tellsMoney(text) ? hiddenSum() : text; }

QString SlideContent::spoken() const {
  QStringList all{headline};
  for (const auto& [value, what] : figures) all << value + u' ' + what;
  all += sentences;
  for (const SlideRank& rank : ranks) all << rank.name + u' ' + rank.text + u", "_s + rank.beside;
  for (const QStringList& row : rows) all << row.join(u", "_s);
  for (const SlideBar& bar : bars)
    for (const Share& share : bar.shares) all << share.name + u' ' + bar.text(share.value);
  all += told;
  return all.join(u". "_s);
}

SlideContent emptySlide(const QString& headline) {
  SlideContent page;
  page.headline = headline;
  return page;
}

}  // namespace astrolabe::ui
