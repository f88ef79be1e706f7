#include "ui/render/model_title.h"

#include <QHash>
#include <QRegularExpression>
#include <QStringList>

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

QString modelTitle(const QString& id) {
  // As their makers write them.
  static const QHash<QString, QString> spelt{
      {u"gpt2"_s, u"GPT-2"_s},        {u"gpt3"_s, u"GPT-3"_s},
      {u"gpt"_s, u"GPT"_s},           {u"xl"_s, u"XL"_s},
      {u"neox"_s, u"NeoX"_s},         {u"opt"_s, u"OPT"_s},
      {u"bloom"_s, u"BLOOM"_s},       {u"starcoder2"_s, u"StarCoder2"_s},
      {u"deepseek"_s, u"DeepSeek"_s}, {u"olmo"_s, u"OLMo"_s},
      {u"oss"_s, u"OSS"_s},           {u"bert"_s, u"BERT"_s},
      {u"vit"_s, u"ViT"_s},           {u"t5"_s, u"T5"_s}};
  static const QRegularExpression size(u"^(\\d+x)?a?[\\d.]+[bt]$"_s), version(u"^v\\d"_s);
  QStringList words;
  for (const QString& part : id.split(u'-', Qt::SkipEmptyParts)) {
    QString word = spelt.value(part);
    if (word.isEmpty()) {
      word = part;
      if (size.match(part).hasMatch())
        word = part.toUpper().replace(u'X', u'x');
      else if (version.match(part).hasMatch())
        word = part.toUpper();
      else
        word[0] = word[0].toUpper();
    }
    words << word;
  }
  return words.join(u' ');
}

}  // namespace astrolabe::ui
