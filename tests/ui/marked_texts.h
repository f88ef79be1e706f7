#pragma once
// A language for tests that has one context: its texts stand in marks, whatever is of another stays English.

#include <QCoreApplication>
#include <QTranslator>
#include <string_view>
#include <utility>

namespace astrolabe::ui {

/// Spoken while it lives.
class MarkedTexts : public QTranslator {
 public:
  explicit MarkedTexts(QByteArray context) : m_context(std::move(context)) {
    QCoreApplication::installTranslator(this);
  }
  ~MarkedTexts() override { QCoreApplication::removeTranslator(this); }
  MarkedTexts(const MarkedTexts&) = delete;
  MarkedTexts& operator=(const MarkedTexts&) = delete;

  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* source, const char*, int) const override {
    return m_context == context ? of(source) : QString();
  }
  static QString of(std::string_view text) {
    return u'«' + QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())) + u'»';
  }

 private:
  QByteArray m_context;
};

}  // namespace astrolabe::ui
