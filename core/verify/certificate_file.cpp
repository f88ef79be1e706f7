// The file: magic, size of the body, the body deflated, checksum of all that.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/error_codes.h"
#include "core/verify/certificate.h"
#include "core/verify/checksum.h"

namespace astrolabe::verify {

namespace {

constexpr std::string_view kMagic = "ASTCERT\n";
constexpr int kVersion = 6;
constexpr std::uint64_t kLongestPath = 16, kMostStages = 1U << 16, kMostKinds = 1U << 20;
/// Of the header, whose values take up to a hundred times their text in memory.
constexpr std::size_t kLongestHeader = std::size_t{16} << 20U, kMostValues = std::size_t{1} << 20U;

enum : std::size_t { kHeader, kKinds, kPaths, kVerdicts, kBounds, kLayers, kPieces };

tl::unexpected<Error> damaged(std::string found) {
  return fail(code::damaged_certificate, {}, std::move(found),
              {Wanted::Kind::text, {"a certificate as it was written"}});
}

Result<std::string> inflated(std::string_view bytes) {
  const std::size_t least = kMagic.size() + 2 * kFixedBytes;
  if (!bytes.starts_with(kMagic.substr(0, std::min(bytes.size(), kMagic.size()))) || bytes.empty())
    return fail(code::not_a_certificate, {}, "another kind of file",
                {Wanted::Kind::text, {"a file that plan --certificate wrote"}});
  if (bytes.size() < least) return damaged("the end of the file");
  const std::string_view sealed = bytes.substr(0, bytes.size() - kFixedBytes);
  if (checksum(sealed) != fixed_at(bytes, sealed.size()))
    return damaged("another checksum: cut short or changed");
  const std::uint64_t size = fixed_at(bytes, kMagic.size());
  const std::uint64_t most = std::min(kLargestBody, bytes.size() * kMostUnpacked);
  if (size > most)
    return fail(code::damaged_certificate, {}, fmt::format("{} bytes that unpack to {}", bytes.size(), size),
                {Wanted::Kind::text, {fmt::format("a file that unpacks to at most {}", most)}});
  std::string body(size, '\0');
  uLongf got = size;
  const std::string_view packed = sealed.substr(kMagic.size() + kFixedBytes);
  uLong taken = packed.size();
  if (uncompress2(reinterpret_cast<Bytef*>(body.data()), &got, reinterpret_cast<const Bytef*>(packed.data()),
                  &taken) != Z_OK ||
      got != size || taken != packed.size())
    return damaged("bytes that cannot be unpacked");
  return body;
}

/// The next piece of a body, behind its size; the rest stays.
Result<std::string_view> take_piece(std::string_view& body) {
  if (body.size() < kFixedBytes) return damaged("a missing column");
  const std::uint64_t size = fixed_at(body, 0);
  body.remove_prefix(kFixedBytes);
  if (size > body.size()) return damaged("a column that ends too early");
  const std::string_view piece = body.substr(0, size);
  body.remove_prefix(size);
  return piece;
}

void put_path(std::string& column, const std::vector<std::uint32_t>& before,
              const std::vector<std::uint32_t>& path) {
  const auto [differs, ignored] = std::mismatch(path.begin(), path.end(), before.begin(), before.end());
  const auto shared = static_cast<std::size_t>(differs - path.begin());
  put(column, path.size());
  put(column, shared);
  for (std::size_t i = shared; i < path.size(); ++i)
    put(column, i == shared && i < before.size() ? path[i] - before[i] : path[i]);
}

/// Settings ascend, so that there are no more than one for each byte; of all kinds together as many as a
/// group may have.
Result<std::vector<std::vector<std::uint64_t>>> read_kinds(Column column) {
  const std::uint64_t count = column.take(std::min<std::uint64_t>(kMostKinds, column.left()));
  std::vector<std::vector<std::uint64_t>> kinds;
  std::uint64_t settings = 0;
  for (std::uint64_t k = 0; k < count && column.fine(); ++k) {
    std::vector<std::uint64_t>& kind = kinds.emplace_back();
    std::uint64_t last = 0;
    for (std::uint64_t left = column.take(column.left()); left > 0 && column.fine(); --left) {
      const std::uint64_t more = column.take(kMostSettings - std::min(last, kMostSettings));
      if (more == 0 && !kind.empty()) return damaged("a kind that lists a setting twice");
      if (++settings > kMostSettings) return damaged("more settings than a group may have");
      kind.push_back(last += more);
    }
  }
  if (!column.empty()) return damaged("kinds that do not end where they should");
  return kinds;
}

const char* objective_name(strategy::Objective objective) {
  return objective == strategy::Objective::throughput ? "throughput"
         : objective == strategy::Objective::money    ? "money"
         : objective == strategy::Objective::gpus     ? "gpus"
                                                      : "pareto";
}

void missing(ObjectReader& reader, const char* key) {
  reader.mistake(code::damaged_certificate, key, "nothing", {Wanted::Kind::field, {key}});
}

void read_incumbents(ObjectReader& reader, Certificate& certificate) {
  constexpr std::array kGoals{strategy::Objective::throughput, strategy::Objective::money,
                              strategy::Objective::pareto, strategy::Objective::gpus};
  certificate.objective =
      kGoals[static_cast<std::size_t>(reader.choice("objective", {"throughput", "money", "pareto", "gpus"}))];
  const Json* incumbents = reader.array("incumbents");
  if (incumbents == nullptr) return missing(reader, "incumbents");
  for (const Json& told : *incumbents) {
    ObjectReader one(told, "incumbents");
    Incumbent incumbent;
    if (const Json* strategy = one.object("strategy"))
      incumbent.strategy = *strategy;
    else
      missing(one, "strategy");
    incumbent.step = one.positive("step_seconds");
    if (certificate.counts_money()) incumbent.usd = one.positive("step_usd_s_per_h");
    constexpr int most = std::numeric_limits<int>::max();
    if (certificate.counts_gpus()) incumbent.gpus = static_cast<int>(one.whole("gpus", 1, most));
    one.finish_into(reader);
    certificate.incumbents.push_back(std::move(incumbent));
  }
}

/// The claims, and how many nodes there are said to be.
Result<std::uint64_t> read_header(std::string_view text, Certificate& certificate) {
  const auto marks = static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return c == ',' || c == '[' || c == '{'; }));
  if (text.size() > kLongestHeader || marks > kMostValues)
    return damaged(fmt::format("a header of {} bytes and some {} values", text.size(), marks));
  const auto header = parse_json(text, code::damaged_certificate);
  if (!header) return tl::unexpected<Error>(header.error());
  ObjectReader reader(*header, "");
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  const std::int64_t version = reader.whole("certificate", 1, most);
  if (reader.ok() && version != kVersion)
    return fail(version > kVersion ? code::newer_format : code::damaged_certificate, {},
                fmt::format("format {}", version),
                {Wanted::Kind::text,
                 {version > kVersion ? fmt::format("format {}", kVersion)
                                     : fmt::format("format {}: written anew by this version", kVersion)}});
  // What lacks is told by who reads it: verify::read_question().
  if (const Json* question = reader.object("question")) certificate.question = *question;
  read_incumbents(reader, certificate);
  const auto count = static_cast<std::uint64_t>(reader.whole("nodes", 0, most));
  if (const auto finished = reader.finish(); !finished) {
    Error error = finished.error();
    error.code = code::damaged_certificate;
    return tl::unexpected<Error>(std::move(error));
  }
  return count;
}

}  // namespace

NodeReader::NodeReader(std::shared_ptr<const std::string> body,
                       const std::array<std::string_view, 4>& columns, std::uint64_t count,
                       const Certificate& goal)
    : m_body(std::move(body)),
      m_count(count),
      m_time(goal.counts_time()),
      m_money(goal.counts_money()),
      m_gpus(goal.counts_gpus()) {
  for (std::size_t i = 0; i < columns.size(); ++i) m_columns[i] = Column(columns[i]);
}

/// The path is the one before up to where they differ, there a difference, then as it is.
void NodeReader::take_path() {
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  Column& column = m_columns[kPaths];
  const std::size_t before = m_node.path.size();
  const std::uint64_t length = column.take(kLongestPath);
  const std::uint64_t shared = column.take(std::min<std::uint64_t>(length, before));
  const std::uint64_t base = shared < before && shared < length ? m_node.path[shared] : 0;
  m_node.path.resize(shared);
  for (std::uint64_t i = shared; i < length && column.fine(); ++i) {
    const std::uint64_t from = i == shared ? base : 0;
    m_node.path.push_back(static_cast<std::uint32_t>(from + column.take(most - from)));
  }
}

const Node* NodeReader::next() {
  if (m_read == m_count || !fine()) return nullptr;
  ++m_read;
  take_path();
  constexpr auto last = static_cast<std::uint64_t>(Verdict::limit);
  m_node.verdict = static_cast<Verdict>(m_columns[kVerdicts].take(last));
  const bool cut = m_node.verdict == Verdict::cut;
  m_node.seconds = cut && m_time ? m_columns[kBounds].take() : 0;
  m_node.usd = cut && m_money ? m_columns[kBounds].take() : 0;
  m_node.gpus = cut && m_gpus ? m_columns[kBounds].take() : 0;
  m_node.layers.clear();
  if (Column& column = m_columns[kLayers]; m_node.verdict == Verdict::evaluated)
    for (std::uint64_t left = column.take(std::min<std::uint64_t>(kMostStages, column.left()));
         left > 0 && column.fine(); --left)
      m_node.layers.push_back(static_cast<int>(column.take(kMostStages)));
  return fine() ? &m_node : nullptr;
}

bool NodeReader::fine() const {
  return std::all_of(m_columns.begin(), m_columns.end(), [](const Column& column) { return column.fine(); });
}

bool NodeReader::all_read() const {
  return m_read == m_count &&
         std::all_of(m_columns.begin(), m_columns.end(), [](const Column& column) { return column.empty(); });
}

std::string encode(const Certificate& certificate) {
  std::array<std::string, kPieces> pieces;
  std::string& kinds = pieces[kKinds];
  put(kinds, certificate.kinds.size());
  for (const std::vector<std::uint64_t>& kind : certificate.kinds) {
    put(kinds, kind.size());
    std::uint64_t last = 0;
    for (const std::uint64_t setting : kind) {
      put(kinds, setting - last);
      last = setting;
    }
  }
  const std::vector<std::uint32_t> none;
  const std::vector<std::uint32_t>* before = &none;
  for (const Node& node : certificate.nodes) {
    put_path(pieces[kPaths], *before, node.path);
    before = &node.path;
    put(pieces[kVerdicts], static_cast<std::uint64_t>(node.verdict));
    if (node.verdict == Verdict::cut && certificate.counts_time()) put(pieces[kBounds], node.seconds);
    if (node.verdict == Verdict::cut && certificate.counts_money()) put(pieces[kBounds], node.usd);
    if (node.verdict == Verdict::cut && certificate.counts_gpus()) put(pieces[kBounds], node.gpus);
    if (node.verdict != Verdict::evaluated) continue;
    put(pieces[kLayers], node.layers.size());
    for (const int layers : node.layers) put(pieces[kLayers], static_cast<std::uint64_t>(layers));
  }
  Json header = {{"certificate", kVersion},
                 {"question", certificate.question},
                 {"objective", objective_name(certificate.objective)},
                 {"incumbents", Json::array()},
                 {"nodes", certificate.nodes.size()}};
  for (const Incumbent& incumbent : certificate.incumbents) {
    header["incumbents"].push_back({{"strategy", incumbent.strategy}, {"step_seconds", incumbent.step}});
    if (certificate.counts_money()) header["incumbents"].back()["step_usd_s_per_h"] = incumbent.usd;
    if (certificate.counts_gpus()) header["incumbents"].back()["gpus"] = incumbent.gpus;
  }
  pieces[kHeader] = header.dump();
  std::string body;
  for (const std::string& piece : pieces) {
    put_fixed(body, piece.size());
    body += piece;
  }
  std::string packed(compressBound(body.size()), '\0');
  uLongf size = packed.size();
  // The buffer is as large as zlib asks for, so this cannot fail.
  compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(body.data()),
            body.size(), Z_BEST_COMPRESSION);
  std::string bytes(kMagic);
  put_fixed(bytes, body.size());
  bytes.append(packed, 0, size);
  put_fixed(bytes, checksum(bytes));
  return bytes;
}

Result<Opened> open(std::string_view bytes) {
  auto body = inflated(bytes);
  if (!body) return tl::unexpected<Error>(body.error());
  Opened opened;
  opened.body = std::make_shared<const std::string>(std::move(*body));
  // The header first, which tells the format of all that follows.
  std::string_view rest = *opened.body;
  const auto header = take_piece(rest);
  if (!header) return tl::unexpected<Error>(header.error());
  const auto count = read_header(*header, opened.claims);
  if (!count) return tl::unexpected<Error>(count.error());
  opened.count = *count;
  std::array<std::string_view, kPieces> parts;
  for (std::size_t i = kKinds; i < parts.size(); ++i) {
    const auto piece = take_piece(rest);
    if (!piece) return tl::unexpected<Error>(piece.error());
    parts[i] = *piece;
  }
  if (!rest.empty()) return damaged("bytes behind the last column");
  auto kinds = read_kinds(Column(parts[kKinds]));
  if (!kinds) return tl::unexpected<Error>(kinds.error());
  opened.claims.kinds = std::move(*kinds);
  std::copy(parts.begin() + kPaths, parts.end(), opened.columns.begin());
  NodeReader nodes = opened.nodes();
  while (nodes.next() != nullptr) {
  }
  if (!nodes.fine()) return damaged(fmt::format("an impossible number in node {}", nodes.read()));
  if (!nodes.all_read()) return damaged("numbers behind the last node");
  return opened;
}

Result<Certificate> decode(std::string_view bytes) {
  auto opened = open(bytes);
  if (!opened) return tl::unexpected<Error>(opened.error());
  Certificate certificate = opened->claims;
  NodeReader nodes = opened->nodes();
  while (const Node* node = nodes.next()) certificate.nodes.push_back(*node);
  return certificate;
}

}  // namespace astrolabe::verify
