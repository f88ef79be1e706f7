#pragma once
// The codes that an Error can carry, by the thing that is wrong; those of ONNX files are in onnx_codes.h.
// ui/render/messages.cpp has a sentence for each.

#include <string_view>

namespace astrolabe::code {

// Model files.
inline constexpr std::string_view bad_json = "AST-M101";          ///< not JSON: line and column
inline constexpr std::string_view missing_field = "AST-M102";     ///< a field that sizes the model is absent
inline constexpr std::string_view impossible_value = "AST-M103";  ///< present but impossible
inline constexpr std::string_view unknown_family = "AST-M104";    ///< a model family that is not supported
inline constexpr std::string_view unsupported_model =
    "AST-M105";                                             ///< adapters, frozen layers: refused by name
inline constexpr std::string_view bad_header = "AST-M106";  ///< safetensors header or index is damaged
inline constexpr std::string_view count_mismatch =
    "AST-M107";  ///< weights present do not add up to the architecture
inline constexpr std::string_view unknown_model = "AST-M108";  ///< no built-in model of that id
inline constexpr std::string_view model_outside =
    "AST-M109";  ///< a saved plan or certificate names a file as its model and does not hold what is in it

// Cluster, job and strategy descriptions.
inline constexpr std::string_view unknown_key = "AST-D101";
inline constexpr std::string_view repeated_key = "AST-D102";
inline constexpr std::string_view missing_key = "AST-D103";
inline constexpr std::string_view wrong_type = "AST-D104";
inline constexpr std::string_view out_of_range = "AST-D105";
inline constexpr std::string_view broken_json = "AST-D106";
inline constexpr std::string_view control_characters = "AST-D107";  ///< in a name

inline constexpr std::string_view unknown_gpu = "AST-C101";
inline constexpr std::string_view unknown_node = "AST-C102";
inline constexpr std::string_view missing_network = "AST-C103";  ///< more than one node and no network figure
inline constexpr std::string_view missing_link = "AST-C104";     ///< pools with no link between them
inline constexpr std::string_view repeated_pool = "AST-C105";
inline constexpr std::string_view unknown_pool = "AST-C106";
inline constexpr std::string_view no_pools = "AST-C107";
inline constexpr std::string_view unknown_hardware_value =
    "AST-C108";  ///< the catalogue does not know a value the plan needs

inline constexpr std::string_view bad_catalogue =
    "AST-C109";  ///< a catalogue database that is damaged or of another schema
inline constexpr std::string_view doubtful_bandwidth =
    "AST-C110";  ///< a warning: above the fastest link of the catalogue, so perhaps in bits
inline constexpr std::string_view doubtful_value =
    "AST-C111";  ///< a warning: a price, power or rate far beyond anything known

inline constexpr std::string_view batch_indivisible = "AST-J101";
inline constexpr std::string_view impossible_job = "AST-J102";

inline constexpr std::string_view impossible_strategy =
    "AST-T101";  ///< degrees, stages or layers do not add up

// Rule files and the job's own rules.
inline constexpr std::string_view bad_rule = "AST-R101";          ///< syntax: line, column, what was expected
inline constexpr std::string_view unknown_variable = "AST-R102";  ///< with near names
inline constexpr std::string_view division_by_zero = "AST-R103";  ///< by the number 0

// Prices and limits.
inline constexpr std::string_view bad_price_row = "AST-P201";
inline constexpr std::string_view no_price = "AST-P202";
inline constexpr std::string_view no_interruption_rate =
    "AST-P204";                                             ///< spot, of which nobody says how often
inline constexpr std::string_view other_unit = "AST-P205";  ///< a price that looks like that of another unit
inline constexpr std::string_view no_rate = "AST-P203";     ///< a price in a currency without a rate to USD

// Tables of measured runs, calibrations.
inline constexpr std::string_view bad_measured_table = "AST-V601";  ///< header of the table
inline constexpr std::string_view bad_measured_row = "AST-V602";    ///< one row of it
inline constexpr std::string_view incomplete_run = "AST-V603";      ///< a row that leaves too much unsaid
inline constexpr std::string_view bad_calibration = "AST-V604";  ///< for another version or GPU, or damaged
inline constexpr std::string_view unknown_run = "AST-V605";      ///< no run of that id in the table
inline constexpr std::string_view bad_trace = "AST-V606";        ///< header or row of a trace of requests

// Search.
inline constexpr std::string_view nothing_fits = "AST-S301";
inline constexpr std::string_view contradicting_limits = "AST-S302";
inline constexpr std::string_view not_proven = "AST-S303";      ///< no certificate of an unproven answer
inline constexpr std::string_view no_certificate = "AST-S304";  ///< of a kind of question none is written yet
inline constexpr std::string_view defect = "AST-S399";

// Files.
inline constexpr std::string_view newer_format = "AST-F401";
inline constexpr std::string_view not_a_plan = "AST-F402";
inline constexpr std::string_view in_use = "AST-F403";
inline constexpr std::string_view cannot_save = "AST-F404";
inline constexpr std::string_view cannot_read = "AST-F405";
inline constexpr std::string_view empty_file = "AST-F406";
inline constexpr std::string_view file_too_large = "AST-F407";
inline constexpr std::string_view binary_file = "AST-F408";  ///< NUL bytes in a text file
inline constexpr std::string_view damaged_plan = "AST-F409";
inline constexpr std::string_view not_a_certificate = "AST-F410";
inline constexpr std::string_view damaged_certificate = "AST-F411";

// Measured kernel tables and the models fitted to them.
inline constexpr std::string_view bad_table_header = "AST-K101";  ///< columns missing or of another table
inline constexpr std::string_view bad_table_row = "AST-K102";     ///< one value of one row can't be right
inline constexpr std::string_view too_few_rows = "AST-K103";      ///< nothing can be fitted to so few
inline constexpr std::string_view bad_kernel_file = "AST-K104";   ///< fitted models that are damaged

// The command line.
inline constexpr std::string_view usage = "AST-U501";

/// What is wrong, by the letter of the code.
enum class Area {
  model,
  description,  ///< of a cluster, job or strategy: syntax and keys
  cluster,
  job,
  strategy,
  rule,
  price,
  run,
  search,
  file,
  kernel,
  command,
  unknown  ///< no code of ours
};

constexpr Area area_of(std::string_view code) {
  constexpr std::string_view kLetters = "MDCJTRPVSFKU";  // in the order of the areas
  if (!code.starts_with("AST-") || code.size() < 5) return Area::unknown;
  const std::size_t place = kLetters.find(code[4]);
  return place == std::string_view::npos ? Area::unknown : static_cast<Area>(place);
}

}  // namespace astrolabe::code
