// What core says in Wanted::text and Wanted::valid_json, a second time, so that the tool that collects what
// is translated sees it: messages.cpp looks the words up by themselves.

#include <QtGlobal>

namespace {

// clang-format off
[[maybe_unused]] constexpr const char* kCorePhrases[] = {
    QT_TRANSLATE_NOOP("Messages", "a file that plan --certificate wrote"),
    QT_TRANSLATE_NOOP("Messages", "a certificate as it was written"),
    QT_TRANSLATE_NOOP("Messages", "the built-in kernel models"),
    QT_TRANSLATE_NOOP("Messages", "fewer pools"),
    QT_TRANSLATE_NOOP("Messages", "the goal throughput"),
    QT_TRANSLATE_NOOP("Messages", "a question whose answer is proven to the end"),
    QT_TRANSLATE_NOOP("Messages", "the rest of the file: it ends too early"),
    QT_TRANSLATE_NOOP("Messages", "no comma before the closing bracket"),
    QT_TRANSLATE_NOOP("Messages", "double quotes"),
    QT_TRANSLATE_NOOP("Messages", "no comment: JSON has none"),
    QT_TRANSLATE_NOOP("Messages", "a name or value in double quotes"),
    QT_TRANSLATE_NOOP("Messages", "a comma, colon or closing bracket"),
    QT_TRANSLATE_NOOP("Messages", "a JSON value"),
    QT_TRANSLATE_NOOP("Messages", "fewer nested brackets"),
    QT_TRANSLATE_NOOP("Messages", "a text file"),
    QT_TRANSLATE_NOOP("Messages", "the sizes of the model, described by hand"),
    QT_TRANSLATE_NOOP("Messages", "a place with room that can be written"),
    QT_TRANSLATE_NOOP("Messages", "a plan saved by Astrolabe (.astrolabe)"),
    QT_TRANSLATE_NOOP("Messages", "a whole plan"),
    QT_TRANSLATE_NOOP("Messages", "a plan that holds its model, or --model with the file beside it"),
    QT_TRANSLATE_NOOP("Messages", "a directory"),
    QT_TRANSLATE_NOOP("Messages", "not a regular file"),
    QT_TRANSLATE_NOOP("Messages", "a name that is too long for this system"),
    QT_TRANSLATE_NOOP("Messages", "a read error"),
    QT_TRANSLATE_NOOP("Messages", "brackets nested too deeply"),
    QT_TRANSLATE_NOOP("Messages", "more than 8 million values"),
    QT_TRANSLATE_NOOP("Messages", "fewer values"),
    QT_TRANSLATE_NOOP("Messages", "damaged CBOR"),
    QT_TRANSLATE_NOOP("Messages", "no such file"),
    QT_TRANSLATE_NOOP("Messages", "no permission"),
    QT_TRANSLATE_NOOP("Messages", "an empty file"),
    QT_TRANSLATE_NOOP("Messages", "a NUL byte"),
    QT_TRANSLATE_NOOP("Messages", "nothing"),
    QT_TRANSLATE_NOOP("Messages", "a different SQLite database"),
    QT_TRANSLATE_NOOP("Messages", "not an SQLite file"),
    // core/base and core/hardware
    QT_TRANSLATE_NOOP("Messages", "an id"),
    QT_TRANSLATE_NOOP("Messages", "an id of its own"),
    QT_TRANSLATE_NOOP("Messages", "a name that is not empty"),
    QT_TRANSLATE_NOOP("Messages", "either gpu or node"),
    QT_TRANSLATE_NOOP("Messages", "another pool than a"),
    QT_TRANSLATE_NOOP("Messages", "at least one pool"),
    // price tables
    QT_TRANSLATE_NOOP("Messages", "a header with the names of the columns"),
    QT_TRANSLATE_NOOP("Messages", "a whole number from 1 on"),
    QT_TRANSLATE_NOOP("Messages", "how often an hour of a node is interrupted, 0 or more"),
    QT_TRANSLATE_NOOP("Messages", "where the price comes from"),
    QT_TRANSLATE_NOOP("Messages", "a date such as 2026-11-20"),
    QT_TRANSLATE_NOOP("Messages", "a column purchase_usd for a price to buy"),
    QT_TRANSLATE_NOOP("Messages", "a node whose number of GPUs is known"),
    QT_TRANSLATE_NOOP("Messages", "the id of a node or GPU type"),
    QT_TRANSLATE_NOOP("Messages", "the date of the rate, such as 2026-11-20"),
    QT_TRANSLATE_NOOP("Messages", "a currency with it: a column currency, or a heading such as "
                                  "usd_per_hour"),
    QT_TRANSLATE_NOOP("Messages", "a currency code such as EUR"),
    // models
    QT_TRANSLATE_NOOP("Messages", "one line without control characters"),
    QT_TRANSLATE_NOOP("Messages", "a model of known kinds of layers: this one is read and counted by "
                                  "inspect, but its cost is not known yet"),
    QT_TRANSLATE_NOOP("Messages", "a family of text models"),
    QT_TRANSLATE_NOOP("Messages", "a tower that a family file describes"),
    QT_TRANSLATE_NOOP("Messages", "adapters (LoRA) are not supported, only training of the whole model"),
    // jobs, rules and plans
    QT_TRANSLATE_NOOP("Messages", "that key in a pool of the cluster"),
    QT_TRANSLATE_NOOP("Messages", "a day that exists, such as 2027-03-01"),
    QT_TRANSLATE_NOOP("Messages", "an array of at least one value"),
    QT_TRANSLATE_NOOP("Messages", "a name that no other rule has"),
    QT_TRANSLATE_NOOP("Messages", "a divisor that is not 0"),
    QT_TRANSLATE_NOOP("Messages", "a variable of the strategy, the model or the job"),
    QT_TRANSLATE_NOOP("Messages", "a shipped rule that can be switched off"),
    QT_TRANSLATE_NOOP("Messages", "a name that no shipped rule has"),
    QT_TRANSLATE_NOOP("Messages", "a month or a day that exists, such as 2026-07 or 2026-07-15"),
    QT_TRANSLATE_NOOP("Messages", "a value"),
    QT_TRANSLATE_NOOP("Messages",
                      "a batch that does not grow, or no such limit: how much longer a growing batch takes is "
                      "known of whole answers alone, which no bound of a certificate may rest on"),
    QT_TRANSLATE_NOOP("Messages", "rows with architecture, layout, batch and a step time"),
    QT_TRANSLATE_NOOP("Messages", "commas between the columns"),
    QT_TRANSLATE_NOOP("Messages", "a closing quote"),
    QT_TRANSLATE_NOOP("Messages", "text in UTF-8"),
    QT_TRANSLATE_NOOP("Messages", "a date like 2026-04"),
    QT_TRANSLATE_NOOP("Messages", "a header"),
    QT_TRANSLATE_NOOP("Messages", "a list of pools"),
    QT_TRANSLATE_NOOP("Messages", "a model"),
    QT_TRANSLATE_NOOP("Messages", "a scenario"),
    // programs
    QT_TRANSLATE_NOOP("Messages", "at least one whole node, which a distributed program needs"),
    QT_TRANSLATE_NOOP("Messages", "a model with ordinary or grouped attention"),
    QT_TRANSLATE_NOOP("Messages", "a whole ONNX model with a graph"),
    QT_TRANSLATE_NOOP("Messages", "devices with more memory, or more of them"),
};
// clang-format on

}  // namespace
