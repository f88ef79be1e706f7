#include "ui/render/mixed_words.h"

#include <algorithm>
#include <limits>

#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

bool areAlike(const std::vector<int>& values) {
  return !values.empty() &&
         std::all_of(values.begin(), values.end(), [&](int value) { return value == values.front(); });
}

}  // namespace

QString gpusOfPool(int gpus, const std::string& pool_id) {
  return u"%1 %2"_s.arg(wholeText(gpus), text(pool_id));
}

QString sideBySide(const QStringList& parts) { return parts.join(u" + "_s); }

QString ofParts(const std::vector<int>& values) {
  QStringList texts;
  for (const int value : values) texts << wholeText(value);
  return areAlike(values) ? texts.front() : texts.join(u'·');
}

double alikeInParts(const std::vector<int>& values) {
  return areAlike(values) ? values.front() : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace astrolabe::ui
