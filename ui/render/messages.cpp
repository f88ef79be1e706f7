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
#include "core/base/onnx_codes.h"
#include "core/base/text.h"
#include "core/base/told.h"
#include "core/base/units.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

/// %1 the file or thing, %2 the place in it, %3 what was found, %4 what would be right.
struct Sentence {
  std::string_view code;
  const char* title;
  const char* body;
  const char* unnamed = nullptr;  ///< title of what came from no file, where `title` names that thing itself
};

/// Title and body of code::doubtful_value at a sequence longer than the positions of the model.
constexpr const char* kLongTitle =
    QT_TRANSLATE_NOOP("Messages", "%1 asks for sequences longer than the positions that the model states.");
constexpr const char* kLongBody = QT_TRANSLATE_NOOP(
    "Messages", "%2: is “%3” meant? Positions beyond count as extended, at no cost. Use %4, or keep it.");

// clang-format off: one block a code
/// Body of code::repeated_key for two objects of which only one may have it.
constexpr const char* kApart =
    QT_TRANSLATE_NOOP("Messages", "%2: “%3” stands in another place as well. Use %4, and remove the other.");

constexpr Sentence kSentences[] = {
    {code::bad_json, QT_TRANSLATE_NOOP("Messages", "Can't read %1."),
     QT_TRANSLATE_NOOP("Messages",
                       "%2: found “%3” where %4 belongs. Correct the line and open the file again.")},
    {code::missing_field, QT_TRANSLATE_NOOP("Messages", "%1 lacks a field that sizes the model."),
     QT_TRANSLATE_NOOP(
         "Messages",
         "%2: found %3. The model can't be planned without it. Enter the value or add %4 to the file."),
     QT_TRANSLATE_NOOP("Messages", "The model lacks a field that sizes it.")},
    {code::impossible_value, QT_TRANSLATE_NOOP("Messages", "%1 has a value that no model can have."),
     QT_TRANSLATE_NOOP("Messages", "%2: %3 is not possible. Use %4."),
     QT_TRANSLATE_NOOP("Messages", "The model has a value that it can't have.")},
    {code::unknown_family, QT_TRANSLATE_NOOP("Messages", "“%3” models are not supported yet."),
     QT_TRANSLATE_NOOP("Messages",
                       "%1, %2: there is no rule for the tensors of “%3”. Supported are dense and MoE "
                       "decoder transformers, "
                       "BERT, ViT and T5. Use %4.")},
    {code::unsupported_model, QT_TRANSLATE_NOOP("Messages", "%1 has a part that is not supported yet."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” can't be planned yet. Use %4.")},
    {code::bad_header, QT_TRANSLATE_NOOP("Messages", "The weights list of %1 is damaged."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Fetch the file again; it needs %4.")},
    {code::bad_onnx, QT_TRANSLATE_NOOP("Messages", "%1 is not an ONNX model, or it is truncated."),
     QT_TRANSLATE_NOOP("Messages", "%2 has %3. Fetch the file again; it needs %4."),
     QT_TRANSLATE_NOOP("Messages", "The ONNX model is damaged or truncated.")},
    {code::unknown_opset, QT_TRANSLATE_NOOP("Messages", "%1 uses an operator set that is not known."),
     QT_TRANSLATE_NOOP("Messages", "%2: version %3. Use a version of %4 when you export it.")},
    {code::onnx_operator, QT_TRANSLATE_NOOP("Messages", "%1 has an operator that can't be planned yet."),
     QT_TRANSLATE_NOOP("Messages", "Node %2 is %3. Use %4 in its place when you export the model.")},
    {code::missing_onnx_data, QT_TRANSLATE_NOOP("Messages", "Weights of %1 are missing."),
     QT_TRANSLATE_NOOP(
         "Messages", "Tensor %2 is kept in another file: %3. Add that file beside the model; it needs %4.")},
    {code::onnx_dimension, QT_TRANSLATE_NOOP("Messages", "%1 has a dimension of unknown size."),
     QT_TRANSLATE_NOOP("Messages", "%2: %3 has no size. Give it with %4.")},
    {code::onnx_shape, QT_TRANSLATE_NOOP("Messages", "Shapes in %1 are inconsistent."),
     QT_TRANSLATE_NOOP("Messages",
                       "Node %2: found %3 where %4 belongs. Correct the model and export it again.")},
    {code::count_mismatch,
     QT_TRANSLATE_NOOP("Messages", "The weights of %1 don't add up to its configuration."),
     QT_TRANSLATE_NOOP(
         "Messages",
         "%2: found %3, but the configuration gives %4. Check that both files belong to one model.")},
    {code::unknown_model, QT_TRANSLATE_NOOP("Messages", "There is no model “%3”."),
     QT_TRANSLATE_NOOP(
         "Messages", "%1 is neither a file, a folder nor a built-in model. Use %4, or name a config.json.")},
    {code::model_outside, QT_TRANSLATE_NOOP("Messages", "%1 refers to a model that is not in it."),
     QT_TRANSLATE_NOOP("Messages", "%2: it names “%3”, which was not read. Use %4."),
     QT_TRANSLATE_NOOP("Messages", "The model refers to another one that is not in it.")},

    {code::unknown_key, QT_TRANSLATE_NOOP("Messages", "%1 has a key that is not known."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” means nothing here. Use %4, or remove the key.")},
    {code::repeated_key, QT_TRANSLATE_NOOP("Messages", "%1 has a key twice."),
     QT_TRANSLATE_NOOP("Messages",
                       "%2: “%3” stands more than once in one object. Keep one and remove the other.")},
    {code::missing_key, QT_TRANSLATE_NOOP("Messages", "%1 is not complete."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Add %4.")},
    {code::wrong_type, QT_TRANSLATE_NOOP("Messages", "%1 has a value of the wrong kind."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4.")},
    {code::out_of_range, QT_TRANSLATE_NOOP("Messages", "%1 has a value that can't be used."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” is not allowed. Use %4.")},
    {code::control_characters,
     QT_TRANSLATE_NOOP("Messages", "%1 has a name with characters that can't be seen."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” has a line break or another control character. Use %4.")},
    {code::broken_json, QT_TRANSLATE_NOOP("Messages", "%1 is not valid JSON."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3” where %4 belongs. Correct the line and try again.")},

    {code::unknown_gpu, QT_TRANSLATE_NOOP("Messages", "%1 names a GPU that is not in the catalogue."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” is no known GPU type. Use %4, or add it to your own types.")},
    {code::unknown_node, QT_TRANSLATE_NOOP("Messages", "%1 names a node that is not in the catalogue."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” is no known node type. Use %4, or add it to your own types.")},
    {code::missing_network, QT_TRANSLATE_NOOP("Messages", "%1 needs a network figure."),
     QT_TRANSLATE_NOOP("Messages",
                       "%2: no open source states the network of “%3”. Add %4, in GB/s of a whole node.")},
    {code::missing_link, QT_TRANSLATE_NOOP("Messages", "%1 has pools that are not connected."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Add %4.")},
    {code::repeated_pool, QT_TRANSLATE_NOOP("Messages", "%1 has two pools of one name."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” is taken already. Give each pool an id of its own.")},
    {code::unknown_pool, QT_TRANSLATE_NOOP("Messages", "%1 names a pool that the cluster does not have."),
     QT_TRANSLATE_NOOP("Messages", "%2: there is no pool “%3”. Use %4."),
     QT_TRANSLATE_NOOP("Messages", "A pool is named that the cluster does not have.")},
    {code::no_pools, QT_TRANSLATE_NOOP("Messages", "%1 has no hardware."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Add a pool with a node or GPU type and a count.")},
    {code::unknown_hardware_value,
     QT_TRANSLATE_NOOP("Messages", "%1 needs a value that the catalogue does not know."),
     QT_TRANSLATE_NOOP("Messages",
                       "%2: no open source states it for “%3”. Add %4 to the cluster or to your own types.")},

    {code::bad_catalogue, QT_TRANSLATE_NOOP("Messages", "%1 is not a valid hardware catalogue."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”, needed is %4. Install the program again."),
     QT_TRANSLATE_NOOP("Messages", "The built-in catalogue is not valid.")},
    {code::doubtful_bandwidth,
     QT_TRANSLATE_NOOP("Messages", "%1 has a bandwidth above every link of the catalogue."),
     QT_TRANSLATE_NOOP("Messages",
                       "%2: “%3” may be bits, not bytes, a second. Use %4 if it is, or keep it.")},
    {code::unused_mark, QT_TRANSLATE_NOOP("Messages", "%1 marks what the layout that runs does not use."),
     QT_TRANSLATE_NOOP("Messages",
                       "%2: the layout that runs does not use %3: its mark changes nothing there. Keep it, "
                       "or remove it."),
     QT_TRANSLATE_NOOP("Messages", "The layout that runs does not use what is marked.")},
    {code::doubtful_value, QT_TRANSLATE_NOOP("Messages", "%1 has a value far beyond anything known."),
     QT_TRANSLATE_NOOP("Messages", "%2: is “%3” meant? Use %4, or keep it.")},

    {code::batch_indivisible, QT_TRANSLATE_NOOP("Messages", "%1 has a batch that the GPUs can't share."),
     QT_TRANSLATE_NOOP(
         "Messages",
         "%2: %3 sequences divide by no split of this cluster. Use %4, or let the search leave GPUs out.")},
    {code::impossible_job, QT_TRANSLATE_NOOP("Messages", "%1 asks for a combination that is not possible."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” is not possible here. Use %4.")},
    {code::impossible_strategy,
     QT_TRANSLATE_NOOP("Messages", "The strategy in %1 does not fit this model and cluster."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” does not add up. Use %4."),
     QT_TRANSLATE_NOOP("Messages", "The strategy does not fit this model and cluster.")},

    {code::bad_rule, QT_TRANSLATE_NOOP("Messages", "A rule in %1 can't be read."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4 there.")},
    {code::unknown_variable, QT_TRANSLATE_NOOP("Messages", "A rule in %1 names an unknown variable."),
     QT_TRANSLATE_NOOP("Messages", "%2: there is no “%3”. Use %4.")},
    {code::division_by_zero, QT_TRANSLATE_NOOP("Messages", "A rule in %1 divides by zero."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4.")},

    {code::bad_price_row, QT_TRANSLATE_NOOP("Messages", "A row of %1 can't be used."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4, or skip the row.")},
    {code::no_rate, QT_TRANSLATE_NOOP("Messages", "%1 has a price in another currency."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” has no rate. Enter %4, or skip the row."),
     QT_TRANSLATE_NOOP("Messages", "A price is in another currency.")},
    {code::other_unit, QT_TRANSLATE_NOOP("Messages", "A price of %1 looks like that of another unit."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4. If it is meant as it stands, take it so."),
     QT_TRANSLATE_NOOP("Messages", "A price looks like that of another unit.")},
    {code::no_interruption_rate, QT_TRANSLATE_NOOP("Messages", "Nobody says how often spot takes %3 away."),
     QT_TRANSLATE_NOOP("Messages",
                       "%1, %2: without %4 spot has no outcome. Give it for the pool or in its quote, or "
                       "choose another commitment.")},
    {code::no_price, QT_TRANSLATE_NOOP("Messages", "The goal or a limit needs a price for %3."),
     QT_TRANSLATE_NOOP("Messages", "%1, %2: no price is known. Add %4, or leave these GPUs out.")},

    {code::bad_measured_table, QT_TRANSLATE_NOOP("Messages", "%1 is not a table of measured runs."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4.")},
    {code::bad_measured_row, QT_TRANSLATE_NOOP("Messages", "A measured run in %1 is left out."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4.")},
    {code::bad_trace, QT_TRANSLATE_NOOP("Messages", "The trace %1 can’t be used."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4."),
     QT_TRANSLATE_NOOP("Messages", "The trace can’t be used.")},
    {code::incomplete_run, QT_TRANSLATE_NOOP("Messages", "A measured run in %1 leaves too much unsaid."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Add %4.")},
    {code::unknown_run, QT_TRANSLATE_NOOP("Messages", "%1 has no measured run of that name."),
     QT_TRANSLATE_NOOP("Messages", "%2: no run is called “%3”. Use %4.")},
    {code::bad_calibration, QT_TRANSLATE_NOOP("Messages", "The calibration %1 can’t be used here."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4."),
     QT_TRANSLATE_NOOP("Messages", "The calibration can’t be used here.")},

    {code::nothing_fits, QT_TRANSLATE_NOOP("Messages", "No strategy fits %1."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Use %4.")},
    {code::contradicting_limits, QT_TRANSLATE_NOOP("Messages", "The limits in %1 contradict each other."),
     QT_TRANSLATE_NOOP("Messages", "%2: “%3” can't be met together with the others. Use %4.")},
    {code::not_proven, QT_TRANSLATE_NOOP("Messages", "No certificate was written to %1."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Use %4.")},
    {code::no_certificate,
     QT_TRANSLATE_NOOP("Messages", "No certificate of this question can be written to %1."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4.")},
    {code::defect, QT_TRANSLATE_NOOP("Messages", "The search stopped by an internal error."),
     QT_TRANSLATE_NOOP("Messages",
                       "%1, %2: %3. Everything found so far is kept. Run it again; if it stays, report it "
                       "with this code.")},

    {code::newer_format, QT_TRANSLATE_NOOP("Messages", "%1 was saved by a newer Astrolabe."),
     QT_TRANSLATE_NOOP("Messages",
                       "It has %3, this one reads %4. Nothing was changed. Update Astrolabe to open it.")},
    {code::not_a_plan, QT_TRANSLATE_NOOP("Messages", "%1 is not an Astrolabe plan."),
     QT_TRANSLATE_NOOP("Messages", "It is %3. Choose %4.")},
    {code::in_use, QT_TRANSLATE_NOOP("Messages", "%1 is open in another window (%3)."),
     QT_TRANSLATE_NOOP("Messages", "Show it, or open a copy.")},
    {code::cannot_save, QT_TRANSLATE_NOOP("Messages", "Not saved: %1."),
     QT_TRANSLATE_NOOP("Messages", "Writing failed: %3. What was there before is unchanged. Choose %4.")},
    {code::cannot_read, QT_TRANSLATE_NOOP("Messages", "Can't open %1."),
     QT_TRANSLATE_NOOP("Messages", "Found %3. Choose %4.")},
    {code::empty_file, QT_TRANSLATE_NOOP("Messages", "There is nothing in %1."),
     QT_TRANSLATE_NOOP("Messages", "Found %3. Choose a file with content.")},
    {code::file_too_large, QT_TRANSLATE_NOOP("Messages", "%1 is too large to be read."),
     QT_TRANSLATE_NOOP("Messages", "Found %3. Choose %4.")},
    {code::binary_file, QT_TRANSLATE_NOOP("Messages", "%1 is not a text file."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Choose %4."),
     QT_TRANSLATE_NOOP("Messages", "The file is not text.")},
    {code::damaged_plan, QT_TRANSLATE_NOOP("Messages", "%1 is damaged."),
     QT_TRANSLATE_NOOP("Messages",
                       "%2: found %3 instead of %4. Nothing was changed. Open a backup or another copy.")},
    {code::not_a_certificate, QT_TRANSLATE_NOOP("Messages", "%1 is not a certificate."),
     QT_TRANSLATE_NOOP("Messages", "Found %3. Choose %4.")},
    {code::damaged_certificate, QT_TRANSLATE_NOOP("Messages", "%1 is damaged."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Use %4.")},

    {code::bad_table_header, QT_TRANSLATE_NOOP("Messages", "%1 is not a table of measured kernels."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Correct the header: it needs %4.")},
    {code::bad_table_row, QT_TRANSLATE_NOOP("Messages", "%1 has an implausible row."),
     QT_TRANSLATE_NOOP("Messages", "%2: found “%3”. Use %4.")},
    {code::too_few_rows, QT_TRANSLATE_NOOP("Messages", "%1 has too few rows to fit."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Add rows: a fit needs %4.")},
    {code::bad_kernel_file, QT_TRANSLATE_NOOP("Messages", "The kernel models in %1 can't be used."),
     QT_TRANSLATE_NOOP("Messages", "%2: found %3. Use %4.")},

    {code::usage, QT_TRANSLATE_NOOP("Messages", "The command can't be run like this."),
     QT_TRANSLATE_NOOP("Messages", "%1, %2: found “%3”. Use %4.")},
};
// clang-format on

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
