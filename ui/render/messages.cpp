#include "ui/render/messages.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/mark_codes.h"
#include "core/base/text.h"
#include "core/base/told.h"
#include "core/base/units.h"
#include "ui/render/message_sentences.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

QString say(const char* text) { return QCoreApplication::translate("Messages", text); }

/// Fixed phrases of core in the reader's language; names and values stay as they are.
QString phrase(const std::string& text) { return say(text.c_str()); }

/// All placeholders in one pass, so that a "%2" inside a value stays a value.
QString fill(const QString& text, const std::array<QString, 4>& values) {
  QString result;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const bool place = text[i] == QLatin1Char('%') && i + 1 < text.size() &&
                       text[i + 1] >= QLatin1Char('1') && text[i + 1] <= QLatin1Char('4');
    if (!place) {
      result += text[i];
      continue;
    }
    result += values[static_cast<std::size_t>(text[++i].unicode() - u'1')];
  }
  return result;
}

/// The thing that is wrong when the input came from no file.
QString thing(const std::string& error) {
  if (error == code::bad_catalogue) return QCoreApplication::translate("Messages", "the built-in catalogue");
  switch (error.size() > 4 ? error[4] : ' ') {
    case 'M':
      return QCoreApplication::translate("Messages", "the model");
    case 'C':
      return QCoreApplication::translate("Messages", "the cluster");
    case 'J':
      return QCoreApplication::translate("Messages", "the job");
    case 'T':
      return QCoreApplication::translate("Messages", "the strategy");
    case 'P':
      return QCoreApplication::translate("Messages", "the price list");
    case 'S':
      return QCoreApplication::translate("Messages", "the plan");
    case 'F':
      return QCoreApplication::translate("Messages", "the file");
    case 'U':
      return QCoreApplication::translate("Messages", "Command line");
    default:
      return QCoreApplication::translate("Messages", "the input");
  }
}

/// A path as given; of an absolute one the name, as titles have little room.
QString fileText(const Error& error) {
  if (error.file.empty()) return thing(error.code);
  if (error.file == "-")
    return error.code == code::cannot_save ? QCoreApplication::translate("Messages", "standard output")
                                           : QCoreApplication::translate("Messages", "standard input");
  QString path = QString::fromStdString(error.file);
  if (!QFileInfo(path).isAbsolute()) return path;
  const QString name = QFileInfo(path).fileName();
  return name.isEmpty() ? path : name;
}

/// "Line 14, column 3" or “pools[0].gpu”; places start a sentence.
QString errorPlaceText(const Error& error) {
  if (error.where.empty()) return QCoreApplication::translate("Messages", "At the top level");
  static const QRegularExpression line(QStringLiteral("^line (\\d+)(?:, column (\\d+))?$"));
  const QString where = QString::fromStdString(error.where);
  const auto match = line.match(where);
  // A description ("top level and text_config") is no key: it opens the sentence as it is. A key may have
  // spaces in brackets, between names ("between_pools[new, old]").
  static const QRegularExpression names(QStringLiteral("\\[[^\\]]*\\]"));
  if (!match.hasMatch() && QString(where).remove(names).contains(QLatin1Char(' ')))
    return where.left(1).toUpper() + where.mid(1);
  if (!match.hasMatch()) return QCoreApplication::translate("Messages", "“%1”").arg(where);
  if (match.captured(2).isEmpty())
    return QCoreApplication::translate("Messages", "Line %1").arg(match.captured(1));
  return QCoreApplication::translate("Messages", "Line %1, column %2")
      .arg(match.captured(1), match.captured(2));
}

/// What was found; of a mark its node and GPU in words.
QString foundText(const Error& error) {
  static const QRegularExpression marked(QStringLiteral("^node (\\d+)(?:, GPU (\\d+))?$"));
  const auto match = marked.match(QString::fromStdString(error.found));
  if (error.code != code::unused_mark || !match.hasMatch()) return phrase(error.found);
  if (match.captured(2).isEmpty())
    return QCoreApplication::translate("Messages", "node %1").arg(match.captured(1));
  return QCoreApplication::translate("Messages", "node %1, GPU %2").arg(match.captured(1), match.captured(2));
}

QString listText(const std::vector<std::string>& values) {
  QStringList names;
  for (const std::string& value : values) names.append(QString::fromStdString(value));
  if (names.size() < 2) return names.join(QString());
  const QString last = names.takeLast();
  return QCoreApplication::translate("Messages", "%1 or %2", "alternatives: a, b or c")
      .arg(names.join(QCoreApplication::translate("Messages", ", ", "between alternatives")), last);
}

/// The divisor of `whole` nearest to a number.
std::int64_t nearestDivisor(std::int64_t whole, std::int64_t number) {
  for (std::int64_t by = 0; by < whole; ++by)
    for (const std::int64_t each : {number + by, number - by})
      if (each > 0 && each <= whole && whole % each == 0) return each;
  return whole;
}

/// A size that a model file lacks, or that does not divide another, or a key that is not read: the sentence
/// says which.
std::optional<Message> aboutSize(const Error& error) {
  const std::vector<std::string>& values = error.wanted.values;
  const bool missing =
      error.code == code::missing_field && error.wanted.kind == Wanted::Kind::field && !values.empty();
  if (missing && error.where == "arguments")
    return Message{say(QT_TRANSLATE_NOOP("Messages", "%1 has no “%2”."))
                       .arg(fileText(error), QString::fromStdString(values[0])),
                   say(QT_TRANSLATE_NOOP("Messages",
                                         "Looked at every argument of Megatron-LM in it. The model can't be "
                                         "planned without it. Enter the value, or add it to the file.")),
                   QString::fromStdString(error.code)};
  if (missing && !error.where.starts_with("dimension of"))
    return Message{say(QT_TRANSLATE_NOOP("Messages", "%1 has no “%2”."))
                       .arg(fileText(error), QString::fromStdString(values[0])),
                   say(QT_TRANSLATE_NOOP("Messages",
                                         "Looked at the top level and in “text_config”. The model can't be "
                                         "planned without it. Enter the value, or add it to the file.")),
                   QString::fromStdString(error.code)};
  // A key that no family reads, not the name of a family or of a part of its file.
  const bool key = error.code == code::unknown_family && !error.where.empty() &&
                   !error.where.ends_with("model_type") && error.where != "family file" &&
                   error.where != "formula";
  if (key)
    return Message{
        say(QT_TRANSLATE_NOOP("Messages", "%1 has a key that is not read: “%2”."))
            .arg(fileText(error), QString::fromStdString(error.where)),
        say(QT_TRANSLATE_NOOP("Messages",
                              "No family says what “%1” with the value %2 builds, so the model would "
                              "be counted without it. Use a configuration of a known family, or "
                              "describe the model by hand."))
            .arg(QString::fromStdString(error.where), QString::fromStdString(error.found)),
        QString::fromStdString(error.code)};
  if (error.code != code::impossible_value || error.wanted.kind != Wanted::Kind::divisor_of) return {};
  const auto number = parse_whole(error.found);
  const auto whole = parse_whole(values.size() > 1 ? values[1] : std::string());
  constexpr std::int64_t kLargest = 1 << 24;
  if (!number || !whole || *number < 1 || *whole < 1 || *whole > kLargest) return {};
  return Message{
      error.file.empty()
          ? say("The model has a value that it can't have.")
          : say(QT_TRANSLATE_NOOP("Messages", "%1 has a value that no model can have.")).arg(fileText(error)),
      say(QT_TRANSLATE_NOOP("Messages", "%1: %2 does not divide “%3” %4. Use a divisor such as %5."))
          .arg(errorPlaceText(error), QString::fromStdString(error.found), QString::fromStdString(values[0]),
               QString::fromStdString(values[1]), QString::number(nearestDivisor(*whole, *number))),
      QString::fromStdString(error.code)};
}

}  // namespace

QString Message::plain() const {
  return QCoreApplication::translate("Messages", "%1 %2 [%3]", "title, body, code").arg(title, body, code);
}

QString wantedText(const Wanted& wanted) {
  using Kind = Wanted::Kind;
  const auto value = [&](std::size_t index) {
    return index < wanted.values.size() ? QString::fromStdString(wanted.values[index]) : unknownText();
  };
  const auto sentence = [](const char* text) { return QCoreApplication::translate("Messages", text); };
  switch (wanted.kind) {
    case Kind::none:
      return sentence(QT_TRANSLATE_NOOP("Messages", "another value"));
    case Kind::valid_json:
      if (wanted.values.size() > 1)
        return sentence(QT_TRANSLATE_NOOP("Messages", "%1 after “%2”"))
            .arg(phrase(wanted.values.front()), value(1));
      [[fallthrough]];
    case Kind::text:
      return wanted.values.empty() ? unknownText() : phrase(wanted.values.front());
    case Kind::one_of:
      return wanted.values.empty() ? sentence(QT_TRANSLATE_NOOP("Messages", "a known name"))
                                   : listText(wanted.values);
    case Kind::number:
      return sentence(QT_TRANSLATE_NOOP("Messages", "a finite number"));
    case Kind::whole_number:
      return sentence(QT_TRANSLATE_NOOP("Messages", "a whole number"));
    case Kind::at_least:
      return sentence(QT_TRANSLATE_NOOP("Messages", "at least %1")).arg(value(0));
    case Kind::between:
      return sentence(QT_TRANSLATE_NOOP("Messages", "a number between %1 and %2")).arg(value(0), value(1));
    case Kind::divisor_of:
      return sentence(QT_TRANSLATE_NOOP("Messages", "a divisor of “%1” (%2)")).arg(value(0), value(1));
    case Kind::multiple_of:
      return sentence(QT_TRANSLATE_NOOP("Messages", "a multiple of %1")).arg(value(0));
    case Kind::string:
      return sentence(QT_TRANSLATE_NOOP("Messages", "a text in double quotes"));
    case Kind::boolean:
      return sentence(QT_TRANSLATE_NOOP("Messages", "true or false"));
    case Kind::array:
      return sentence(QT_TRANSLATE_NOOP("Messages", "a list in [brackets]"));
    case Kind::object:
      return sentence(QT_TRANSLATE_NOOP("Messages", "an object in {braces}"));
    case Kind::field:
      return sentence(QT_TRANSLATE_NOOP("Messages", "the field “%1”")).arg(value(0));
    case Kind::once:
      return wanted.values.size() > 1
                 ? sentence(QT_TRANSLATE_NOOP("Messages", "the key in one of “%1” and “%2”"))
                       .arg(value(0), value(1))
                 : sentence(QT_TRANSLATE_NOOP("Messages", "the key only once"));
    case Kind::readable_file:
      return sentence(QT_TRANSLATE_NOOP("Messages", "a file that can be read"));
    case Kind::smaller_file: {
      const double bytes = wanted.values.empty() ? 0.0 : parse_number(wanted.values.front()).value_or(0.0);
      return sentence(QT_TRANSLATE_NOOP("Messages", "a file of at most %1"))
          .arg(QLocale().formattedDataSize(static_cast<qint64>(bytes), bytes > kGib ? 1 : 0));
    }
    case Kind::positive_number:
      return sentence(QT_TRANSLATE_NOOP("Messages", "a number above zero"));
    case Kind::link_between:
      return sentence(QT_TRANSLATE_NOOP("Messages", "a link between “%1” and “%2”")).arg(value(0), value(1));
    case Kind::removed:
      return sentence(QT_TRANSLATE_NOOP("Messages", "the input without it (%1)"))
          .arg(wanted.values.empty() ? unknownText() : phrase(wanted.values.front()));
  }
  return unknownText();
}

Message messageFor(const Error& any) {
  const Error error = told(any);
  if (error.code == code::unknown_model && error.found.empty())  // nobody named one yet
    return {QCoreApplication::translate("Messages", "No model yet."),
            QCoreApplication::translate("Messages", "Drop a config.json, load one or choose a preset."),
            QString::fromStdString(error.code)};
  if (std::optional<Message> size = aboutSize(error)) {
    if (error.file.empty() && !size->title.isEmpty()) size->title[0] = size->title[0].toUpper();
    return *std::move(size);
  }
  std::array<QString, 4> values{fileText(error), errorPlaceText(error), foundText(error),
                                wantedText(error.wanted)};
  if (error.code == code::count_mismatch)  // two counts that are to be compared by eye
    for (QString* count : {&values[2], &values[3]})
      if (const auto whole = parse_whole(count->toStdString())) *count = wholeText(double(*whole));
  const auto* sentence =
      std::find_if(std::begin(kSentences), std::end(kSentences),
                   [&](const Sentence& candidate) { return candidate.code == error.code; });
  const QString code = QString::fromStdString(error.code);
  if (sentence == std::end(kSentences)) {
    return {fill(QCoreApplication::translate("Messages", "Something is wrong with %1."), values),
            fill(QCoreApplication::translate("Messages", "%2: found “%3”. Change it to %4."), values), code};
  }
  const bool unnamed = error.file.empty() && sentence->unnamed != nullptr;
  const bool longer = error.code == code::doubtful_value && error.where == "job.sequence_length";
  QString title = unnamed ? say(sentence->unnamed) : fill(say(longer ? kLongTitle : sentence->title), values);
  // "the cluster" opens a sentence with a capital; a file's own name keeps its case.
  if (error.file.empty() && !title.isEmpty()) title[0] = title[0].toUpper();
  const bool apart = error.code == code::repeated_key && error.wanted.values.size() > 1;
  return {title, fill(say(apart ? kApart : longer ? kLongBody : sentence->body), values), code};
}

}  // namespace astrolabe::ui
