#pragma once
// What the program speaks: English with its plural forms and its numbers, whatever the system speaks. Reports
// are written in the language that is asked for.

#include <QString>
#include <string>

namespace astrolabe::cli {

/// While it lives, texts of ui are English and numbers have a point and commas between thousands. One, made
/// before anything is said.
class English {
 public:
  English();
  ~English();
  English(const English&) = delete;
  English& operator=(const English&) = delete;
};

/// While it lives, texts and numbers are those of a report in `language`, and fonts can be used: "en", whose
/// numbers are the system's where that speaks English, or the name of another language in the program.
class ReportSpeech {
 public:
  explicit ReportSpeech(const std::string& language);
  ~ReportSpeech();
  ReportSpeech(const ReportSpeech&) = delete;
  ReportSpeech& operator=(const ReportSpeech&) = delete;
};

/// "1 GPU", "1,024 GPUs": a count and what is counted, by its plural where an s does not make it.
QString counted(double count, const char* one, const char* many = nullptr);

}  // namespace astrolabe::cli
