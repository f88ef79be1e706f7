#pragma once
// What tests of the model panel share.

#include <QByteArray>
#include <QFile>
#include <QLabel>
#include <QTemporaryDir>
#include <QWidget>

namespace astrolabe::ui::model_desk {

using namespace Qt::StringLiterals;

/// The shape of Llama-3.1-8B, written by hand; `change` replaces one line.
inline QByteArray llama(const QByteArray& from = {}, const QByteArray& to = {}) {
  QByteArray text = R"({
  "architectures": ["LlamaForCausalLM"],
  "model_type": "llama",
  "hidden_size": 4096,
  "intermediate_size": 14336,
  "num_attention_heads": 32,
  "num_hidden_layers": 32,
  "num_key_value_heads": 8,
  "vocab_size": 128256,
  "tie_word_embeddings": false
})";
  if (!from.isEmpty()) text.replace(from, to);
  return text;
}

inline QString write(const QTemporaryDir& folder, const QByteArray& text,
                     const QString& name = u"config.json"_s) {
  QString path = folder.filePath(name);
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return {};
  file.write(text);
  return path;
}

inline QString text(const QWidget& panel, const char* name) {
  const auto* label = panel.findChild<QLabel*>(QLatin1StringView(name));
  return label ? label->text().replace(QChar(0x202F), u' ').replace(QChar(0x00A0), u' ') : u"missing"_s;
}

}  // namespace astrolabe::ui::model_desk
