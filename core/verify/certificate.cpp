// The file: magic, size of the body, the body deflated, checksum of all that.
#include "core/verify/certificate.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/error_codes.h"

namespace astrolabe::verify {

namespace {

constexpr std::string_view kMagic = "ASTCERT\n";
constexpr int kVersion = 3;
constexpr std::size_t kNumber = 8;                ///< bytes of a fixed number
constexpr std::uint64_t kLargestBody = 1U << 30;  ///< far above what three GPU types need
constexpr std::uint64_t kLongestPath = 16, kMostStages = 1U << 16;

void put_fixed(std::string& out, std::uint64_t number) {
  for (std::size_t i = 0; i < kNumber; ++i) out += static_cast<char>(number >> (8 * i) & 0xffU);
}

std::uint64_t fixed_at(std::string_view bytes, std::size_t at) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < kNumber; ++i)
    number |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return number;
}

std::uint64_t checksum(std::string_view bytes) {
  return crc32_z(crc32_z(0, nullptr, 0), reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
}

/// Seven bits a byte, the low ones first; the top bit says that more follow.
void put(std::string& column, std::uint64_t number) {
  for (; number >= 128; number >>= 7U) column += static_cast<char>((number & 127U) | 128U);
  column += static_cast<char>(number);
}

/// Takes numbers from a column; after a mistake all are 0 and fine() is false.
class Column {
 public:
  Column() = default;
  explicit Column(std::string_view bytes) : m_bytes(bytes) {}
  std::uint64_t take(std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    std::uint64_t number = 0;
    for (unsigned shift = 0; m_fine && shift < 64; shift += 7) {
      if (m_at == m_bytes.size()) break;
      const auto byte = static_cast<unsigned char>(m_bytes[m_at++]);
      number |= std::uint64_t{byte & 127U} << shift;
      if (byte < 128) {
        m_fine = number <= most;
        return m_fine ? number : 0;
      }
    }
    m_fine = false;
    return 0;
  }
  bool fine() const { return m_fine; }
  bool empty() const { return m_fine && m_at == m_bytes.size(); }

 private:
  std::string_view m_bytes;
  std::size_t m_at = 0;
  bool m_fine = true;
};

enum : std::size_t { kKinds, kPaths, kVerdicts, kCounts, kBounds, kLayers, kColumns };

tl::unexpected<Error> damaged(std::string found) {
  return fail(code::damaged_certificate, {}, std::move(found),
              {Wanted::Kind::text, {"a certificate as it was written"}});
}

Result<std::string> inflated(std::string_view bytes) {
  const std::size_t least = kMagic.size() + 2 * kNumber;
  if (!bytes.starts_with(kMagic.substr(0, std::min(bytes.size(), kMagic.size()))) || bytes.empty())
    return fail(code::not_a_certificate, {}, "another kind of file",
                {Wanted::Kind::text, {"a file that plan --certificate wrote"}});
  if (bytes.size() < least) return damaged("the end of the file");
  const std::string_view sealed = bytes.substr(0, bytes.size() - kNumber);
  if (checksum(sealed) != fixed_at(bytes, sealed.size()))
    return damaged("another checksum: cut short or changed");
  const std::uint64_t size = fixed_at(bytes, kMagic.size());
  if (size > kLargestBody) return damaged(fmt::format("{} bytes", size));
  std::string body(size, '\0');
  uLongf got = size;
  const std::string_view packed = sealed.substr(kMagic.size() + kNumber);
  if (uncompress(reinterpret_cast<Bytef*>(body.data()), &got, reinterpret_cast<const Bytef*>(packed.data()),
                 packed.size()) != Z_OK ||
      got != size)
    return damaged("bytes that cannot be unpacked");
  return body;
}

/// Header and columns, each behind its size.
Result<std::array<std::string_view, kColumns + 1>> pieces(std::string_view body) {
  std::array<std::string_view, kColumns + 1> parts;
  for (std::string_view& part : parts) {
    if (body.size() < kNumber) return damaged("a missing column");
    const std::uint64_t size = fixed_at(body, 0);
    body.remove_prefix(kNumber);
    if (size > body.size()) return damaged("a column that ends too early");
    part = body.substr(0, size);
    body.remove_prefix(size);
  }
  if (!body.empty()) return damaged("bytes behind the last column");
  return parts;
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

std::vector<std::uint32_t> take_path(Column& column, const std::vector<std::uint32_t>& before) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  const std::uint64_t length = column.take(kLongestPath);
  const std::uint64_t shared = column.take(std::min<std::uint64_t>(length, before.size()));
  std::vector<std::uint32_t> path(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(shared));
  for (std::uint64_t i = shared; i < length && column.fine(); ++i) {
    const std::uint64_t base = i == shared && i < before.size() ? before[i] : 0;
    path.push_back(static_cast<std::uint32_t>(base + column.take(most - base)));
  }
  return path;
}

Result<std::vector<std::vector<std::uint64_t>>> read_kinds(Column column) {
  std::vector<std::vector<std::uint64_t>> kinds(column.take(1U << 20));
  for (std::vector<std::uint64_t>& kind : kinds) {
    std::uint64_t last = 0;
    for (std::uint64_t left = column.take(1U << 24); left > 0 && column.fine(); --left)
      kind.push_back(last += column.take());
  }
  if (!column.empty()) return damaged("kinds that do not end where they should");
  return kinds;
}

/// `goal`: of what the bounds of cut nodes tell.
Result<std::vector<Node>> read_nodes(const std::array<std::string_view, kColumns + 1>& parts,
                                     std::uint64_t count, const Certificate& goal) {
  std::array<Column, kColumns> columns;
  for (std::size_t i = 0; i < kColumns; ++i) columns[i] = Column(parts[i + 1]);
  std::vector<Node> nodes;
  for (std::uint64_t n = 0; n < count; ++n) {
    Node node;
    node.path = take_path(columns[kPaths], nodes.empty() ? std::vector<std::uint32_t>{} : nodes.back().path);
    node.verdict = static_cast<Verdict>(columns[kVerdicts].take(4));
    node.count = columns[kCounts].take();
    const bool cut = node.verdict == Verdict::cut;
    if (cut && goal.counts_time()) node.seconds = columns[kBounds].take();
    if (cut && goal.counts_money()) node.usd = columns[kBounds].take();
    if (cut && goal.counts_gpus()) node.gpus = columns[kBounds].take();
    if (node.verdict == Verdict::evaluated)
      for (std::uint64_t left = columns[kLayers].take(kMostStages); left > 0 && columns[kLayers].fine();
           --left)
        node.layers.push_back(static_cast<int>(columns[kLayers].take(kMostStages)));
    for (std::size_t i = kPaths; i < kColumns; ++i)
      if (!columns[i].fine()) return damaged(fmt::format("an impossible number in node {}", n + 1));
    nodes.push_back(std::move(node));
  }
  for (std::size_t i = kPaths; i < kColumns; ++i)
    if (!columns[i].empty()) return damaged("numbers behind the last node");
  return nodes;
}

const char* objective_name(strategy::Objective objective) {
  return objective == strategy::Objective::throughput ? "throughput"
         : objective == strategy::Objective::money    ? "money"
         : objective == strategy::Objective::gpus     ? "gpus"
                                                      : "pareto";
}

void read_incumbents(ObjectReader& reader, Certificate& certificate) {
  constexpr std::array kGoals{strategy::Objective::throughput, strategy::Objective::money,
                              strategy::Objective::pareto, strategy::Objective::gpus};
  certificate.objective =
      kGoals[static_cast<std::size_t>(reader.choice("objective", {"throughput", "money", "pareto", "gpus"}))];
  const Json* incumbents = reader.array("incumbents");
  if (incumbents == nullptr) return;
  for (const Json& told : *incumbents) {
    ObjectReader one(told, "incumbents");
    Incumbent incumbent;
    if (const Json* strategy = one.object("strategy")) incumbent.strategy = *strategy;
    incumbent.step = one.positive("step_seconds");
    if (certificate.counts_money()) incumbent.usd = one.positive("step_usd_s_per_h");
    constexpr int most = std::numeric_limits<int>::max();
    if (certificate.counts_gpus()) incumbent.gpus = static_cast<int>(one.whole("gpus", 1, most));
    one.finish_into(reader);
    certificate.incumbents.push_back(std::move(incumbent));
  }
}

}  // namespace

bool Certificate::covers(double seconds, double usd, double gpus) const {
  if (incumbents.empty()) return false;
  const Incumbent& last = incumbents.back();
  switch (objective) {
    case strategy::Objective::throughput:
      return seconds >= last.step;
    case strategy::Objective::money:
      return usd >= last.usd;
    case strategy::Objective::gpus:
      return gpus > last.gpus || (gpus == last.gpus && seconds >= last.step);
    case strategy::Objective::pareto:
      break;
  }
  return std::any_of(incumbents.begin(), incumbents.end(), [&](const Incumbent& incumbent) {
    return seconds >= incumbent.step && usd >= incumbent.usd;
  });
}

double Certificate::covered_from(double usd_per_hour, int gpus) const {
  if (incumbents.empty()) return kBeyond;
  const Incumbent& last = incumbents.back();
  if (objective == strategy::Objective::throughput) return last.step;
  if (objective == strategy::Objective::money) return last.usd / usd_per_hour;
  if (objective == strategy::Objective::gpus)
    return gpus > last.gpus ? 0.0 : gpus == last.gpus ? last.step : kBeyond;
  double from = kBeyond;
  for (const Incumbent& incumbent : incumbents)
    from = std::min(from, std::max(incumbent.step, incumbent.usd / usd_per_hour));
  return from;
}

double Certificate::unit_seconds() const {
  double least = kBeyond;
  for (const Incumbent& incumbent : incumbents) least = std::min(least, incumbent.step);
  return least * 0x1p-24;
}

double Certificate::unit_usd() const {
  double least = kBeyond;
  for (const Incumbent& incumbent : incumbents) least = std::min(least, incumbent.usd);
  return least * 0x1p-24;
}

std::string encode(const Certificate& certificate) {
  std::array<std::string, kColumns> columns;
  put(columns[kKinds], certificate.kinds.size());
  for (const std::vector<std::uint64_t>& kind : certificate.kinds) {
    put(columns[kKinds], kind.size());
    std::uint64_t last = 0;
    for (const std::uint64_t setting : kind) {
      put(columns[kKinds], setting - last);
      last = setting;
    }
  }
  const std::vector<std::uint32_t> none;
  const std::vector<std::uint32_t>* before = &none;
  for (const Node& node : certificate.nodes) {
    put_path(columns[kPaths], *before, node.path);
    before = &node.path;
    put(columns[kVerdicts], static_cast<std::uint64_t>(node.verdict));
    put(columns[kCounts], node.count);
    if (node.verdict == Verdict::cut && certificate.counts_time()) put(columns[kBounds], node.seconds);
    if (node.verdict == Verdict::cut && certificate.counts_money()) put(columns[kBounds], node.usd);
    if (node.verdict == Verdict::cut && certificate.counts_gpus()) put(columns[kBounds], node.gpus);
    if (node.verdict != Verdict::evaluated) continue;
    put(columns[kLayers], node.layers.size());
    for (const int layers : node.layers) put(columns[kLayers], static_cast<std::uint64_t>(layers));
  }
  Json header = {{"certificate", kVersion},
                 {"question", certificate.question},
                 {"objective", objective_name(certificate.objective)},
                 {"incumbents", Json::array()},
                 {"total", certificate.total},
                 {"rejected_by_rule", certificate.rejected_by_rule},
                 {"nodes", certificate.nodes.size()}};
  for (const Incumbent& incumbent : certificate.incumbents) {
    header["incumbents"].push_back({{"strategy", incumbent.strategy}, {"step_seconds", incumbent.step}});
    if (certificate.counts_money()) header["incumbents"].back()["step_usd_s_per_h"] = incumbent.usd;
    if (certificate.counts_gpus()) header["incumbents"].back()["gpus"] = incumbent.gpus;
  }
  std::string body;
  const std::string text = header.dump();
  put_fixed(body, text.size());
  body += text;
  for (const std::string& column : columns) {
    put_fixed(body, column.size());
    body += column;
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

Result<Certificate> decode(std::string_view bytes) {
  const auto body = inflated(bytes);
  if (!body) return tl::unexpected<Error>(body.error());
  const auto parts = pieces(*body);
  if (!parts) return tl::unexpected<Error>(parts.error());
  const auto header = parse_json(parts->front(), code::damaged_certificate);
  if (!header) return tl::unexpected<Error>(header.error());
  ObjectReader reader(*header, "");
  Certificate certificate;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const std::int64_t version = reader.whole("certificate", 1, most);
  if (reader.ok() && version != kVersion)
    return fail(version > kVersion ? code::newer_format : code::damaged_certificate, {},
                fmt::format("format {}", version),
                {Wanted::Kind::text, {fmt::format("format {}", kVersion)}});
  if (const Json* question = reader.object("question")) certificate.question = *question;
  read_incumbents(reader, certificate);
  certificate.total = static_cast<std::uint64_t>(reader.whole("total", 0, most));
  certificate.rejected_by_rule = static_cast<std::uint64_t>(reader.whole("rejected_by_rule", 0, most));
  const auto count = static_cast<std::uint64_t>(reader.whole("nodes", 0, most));
  if (const auto finished = reader.finish(); !finished) {
    Error error = finished.error();
    error.code = code::damaged_certificate;
    return tl::unexpected<Error>(std::move(error));
  }
  auto kinds = read_kinds(Column((*parts)[kKinds + 1]));
  if (!kinds) return tl::unexpected<Error>(kinds.error());
  certificate.kinds = std::move(*kinds);
  auto nodes = read_nodes(*parts, count, certificate);
  if (!nodes) return tl::unexpected<Error>(nodes.error());
  certificate.nodes = std::move(*nodes);
  return certificate;
}

}  // namespace astrolabe::verify
