#pragma once
// Mixtures of experts as exporters write their routing, small: hidden 12, 4 experts of 24.

#include <string>

#include "onnx_models.h"

namespace astrolabe::tests {

inline std::string onnx_einsum(OnnxMaker& made, const std::string& equation, const std::string& a,
                               const std::string& b, const std::string& out) {
  ::onnx::NodeProto& node = made.raw("Einsum", {a, b}, {out});
  auto* attribute = node.add_attribute();
  attribute->set_name("equation");
  attribute->set_type(::onnx::AttributeProto::STRING);
  attribute->set_s(equation);
  return out;
}

/// Softmax of the gates, the two largest, normalised: TopK's two results "top.values" and "top.ids".
inline std::string onnx_top2(OnnxMaker& made, const std::string& x) {
  const std::string gates = made.node(
      "Softmax", {made.node("MatMul", {x, made.weight("gate", {12, 4})}, "gates")}, "p", {{"axis", {-1}}});
  OnnxMaker::add(made.raw("TopK", {gates, made.numbers("two", {2})}, {"top.values", "top.ids"}), "axis",
                 {-1});
  const std::string sum = made.node("ReduceSum", {"top.values", made.numbers("last", {-1})}, "top.sum");
  return made.node("Div", {"top.values", sum}, "top.share");
}

/// Every expert computes every token; weights of those that were not chosen are zero, by ScatterElements.
inline OnnxMaker onnx_moe_scattered() {
  OnnxMaker made("scattered", 18);
  const std::string x = made.input("x", {"batch", "sequence", "12"});
  const std::string share = onnx_top2(made, x);
  const std::string shape = made.node("Shape", {"p"}, "p.shape");
  const std::string zeros = made.node("ConstantOfShape", {shape}, "zeros");
  const std::string weights =
      made.node("ScatterElements", {zeros, "top.ids", share}, "weights", {{"axis", {-1}}});
  const std::string up = made.node(
      "Relu", {onnx_einsum(made, "bsd,edh->ebsh", x, made.weight("up", {4, 12, 24}), "up.y")}, "up.relu");
  const std::string down =
      onnx_einsum(made, "ebsh,ehd->ebsd", up, made.weight("down", {4, 24, 12}), "down.y");
  made.output(onnx_einsum(made, "ebsd,bse->bsd", down, weights, "combined"));
  return made;
}

/// One expert for each token and places for 3 tokens of a sample: ArgMax, OneHot, CumSum, what is beyond the
/// places dropped, dispatch and combine as products.
inline OnnxMaker onnx_moe_capacity() {
  OnnxMaker made("capacity", 18);
  const std::string x = made.input("x", {"batch", "sequence", "12"});
  const std::string gates = made.node(
      "Softmax", {made.node("MatMul", {x, made.weight("gate", {12, 4})}, "gates")}, "p", {{"axis", {-1}}});
  made.node("ReduceMax", {gates, made.numbers("last", {-1})}, "best", {{"keepdims", {1}}});
  const std::string ids = made.node("ArgMax", {gates}, "ids", {{"axis", {-1}}, {"keepdims", {0}}});
  const std::string mask =
      made.node("OneHot", {ids, made.number("experts", 4), made.numbers("off.on", {0, 1})}, "mask");
  const std::string count = made.node("CumSum", {mask, made.number("along", 1)}, "count");
  const std::string place = made.node("Sub", {count, made.number("one", 1)}, "place");
  const std::string within = made.node("Less", {place, made.number("capacity", 3)}, "within");
  const std::string kept =
      made.node("Mul", {mask, made.node("Cast", {within}, "within.i", {{"to", {7}}})}, "kept");
  const std::string seats =
      made.node("OneHot", {place, made.number("seats", 3), made.numbers("off.on2", {0, 1})}, "seats");
  const std::string each =
      made.node("Mul", {made.node("Unsqueeze", {kept, made.numbers("end", {3})}, "kept.e"), seats}, "each");
  const std::string dispatch = made.node("Cast", {each}, "dispatch", {{"to", {1}}});
  const std::string combine = made.node(
      "Mul", {dispatch, made.node("Unsqueeze", {"best", made.numbers("end2", {3})}, "best.e")}, "combine");
  std::string y = onnx_einsum(made, "bsd,bsec->becd", x, dispatch, "rows");
  y = made.node("Relu", {onnx_einsum(made, "becd,edh->bech", y, made.weight("up", {4, 12, 24}), "up.y")},
                "relu");
  y = onnx_einsum(made, "bech,ehd->becd", y, made.weight("down", {4, 24, 12}), "down.y");
  made.output(onnx_einsum(made, "becd,bsec->bsd", y, combine, "combined"));
  return made;
}

/// A loop over experts, unrolled: NonZero finds an expert's tokens, Gather reads their rows, GatherND their
/// weights, ScatterND adds what the expert made of them; two experts.
inline OnnxMaker onnx_moe_unrolled() {
  OnnxMaker made("unrolled", 18);
  const std::string x = made.input("x", {"batch", "sequence", "12"});
  const std::string rows = made.node("Reshape", {x, made.numbers("rows.shape", {-1, 12})}, "rows");
  const std::string share = onnx_top2(made, rows);
  const std::string mask =
      made.node("Transpose",
                {made.node("OneHot", {"top.ids", made.number("experts", 4), made.numbers("off.on", {0, 1})},
                           "one.hot")},
                "mask", {{"perm", {2, 1, 0}}});
  std::string sum = made.node("Mul", {rows, made.real("nothing", 0.5F)}, "kept");
  for (const char* expert : {"0", "1"}) {
    const std::string key = std::string("expert") + expert;
    const std::string own = made.node("Gather", {mask, made.number(key + ".id", expert[0] - '0')},
                                      key + ".mask", {{"axis", {0}}});
    const std::string found = made.node("NonZero", {own}, key + ".found");
    const std::string slot = made.node("Gather", {found, made.number(key + ".first", 0)}, key + ".slot");
    const std::string token = made.node("Gather", {found, made.number(key + ".second", 1)}, key + ".token");
    const std::string own_rows = made.node("Gather", {rows, token}, key + ".rows");
    const std::string wide = made.node("MatMul", {own_rows, made.weight(key + ".up", {12, 24})}, key + ".h");
    const std::string y =
        made.node("MatMul", {made.node("Relu", {wide}, key + ".relu"), made.weight(key + ".down", {24, 12})},
                  key + ".y");
    const std::string end = made.numbers(key + ".end", {1});
    const std::string both = made.node(
        "Concat",
        {made.node("Unsqueeze", {token, end}, key + ".t1"), made.node("Unsqueeze", {slot, end}, key + ".s1")},
        key + ".both", {{"axis", {1}}});
    const std::string weight =
        made.node("Unsqueeze", {made.node("GatherND", {share, both}, key + ".weight"), end}, key + ".w1");
    ::onnx::NodeProto& put = made.raw(
        "ScatterND", {sum, key + ".t1", made.node("Mul", {y, weight}, key + ".weighted")}, {key + ".sum"});
    auto* attribute = put.add_attribute();
    attribute->set_name("reduction");
    attribute->set_type(::onnx::AttributeProto::STRING);
    attribute->set_s("add");
    sum = key + ".sum";
  }
  made.output(made.node("Reshape", {sum, made.numbers("back", {-1, 6, 12})}, "y"));
  return made;
}

}  // namespace astrolabe::tests
