// Native code for representatives computes the colours of canonical_form.cpp from the same facts with the
// same arithmetic, and takes the same representative where one round of them decides; runtime_canonical.hpp
// has what does not depend on the model. Emitted are the loads of all fields with constant shifts, the facts
// between two units, and a copy that clears what can move and puts each field where its site goes.
#include "native/emit_canonical.hpp"

#include <algorithm>

namespace quorate {

namespace {

// With more fields than this the compiler would take too long.
constexpr std::size_t most_fields = 4096;

class CanonicalPrinter {
 public:
  CanonicalPrinter(const StatePermutation& permutation, NativeText& text)
      : sites_(permutation.sites()),
        units_(permutation.units()),
        words_(permutation.layout().words),
        text_(text) {}

  void print() {
    std::string collecting;
    std::string spreading;
    std::size_t facts = 0;
    for (std::size_t u = 0; u < units_.size(); ++u)
      collecting += fmt::format("c[{}] = {};\n", u, units_.class_of[u]);
    for (std::size_t f = 0; f < sites_.families.size(); ++f) {
      const SiteFamily& family = sites_.families[f];
      for (std::uint32_t s = 0; s < family.site_count; ++s) {
        const Site& site = sites_.sites[family.first_site + s];
        collecting += "{\n" + content_lines(family, site);
        if (family.arity == 1) {
          collecting += fmt::format("if (any != 0) c[{0}] = mix(c[{0}] + position_salt({1}), content);\n}}\n",
                                    site.units[0], f);
          continue;
        }
        collecting += fmt::format(
            "fact[{0}] = content + position_salt({1});\nthere[{0}] = any != 0 ? ~Word{{0}} : 0;\n}}\n", facts,
            f);
        spreading += fmt::format("see(seen, c, {0}, {1}, fact[{2}], there[{2}]);\n", site.units[0],
                                 site.units[1], facts);
        ++facts;
      }
    }
    // In an unnamed namespace: a process loads several such libraries, and otherwise all of them would use
    // the constants of the first one.
    text_.put(
        "namespace {{\nstruct Group {{\nstatic constexpr Count units = {}, classes = {}, words = {}, facts = "
        "{};\n",
        units_.size(), units_.classes(), words_, facts);
    tables();
    text_.put("static void collect(const Word* s, Word* c, Word* fact, Word* there) {{\n{}}}\n", collecting);
    text_.put("static void spread(const Word* c, const Word* fact, const Word* there, Word* seen) {{\n{}}}\n",
              spreading);
    text_.put("static void apply(const Word* s, const Count* place, Word* t) {{\n{}}}\n}};\n}}\n",
              applying());
  }

 private:
  static std::string field_of(const BitField& field, const char* state) {
    return fmt::format("(({}[{}] >> {}) & {:#x}ul)", state, field.word, field.shift, field.mask);
  }

  [[nodiscard]] std::string content_lines(const SiteFamily& family, const Site& site) const {
    std::string text = "Word content = 0;\nWord any = 0;\n";
    for (std::uint32_t f = 0; f < family.field_count; ++f) {
      text += fmt::format("{{ const Word b = {}; any |= b; content = mix(content, b + {}ul); }}\n",
                          field_of(sites_.fields[site.first_field + f], "s"), f);
    }
    return text;
  }

  // Clears every field that can move, and puts it where its site goes.
  [[nodiscard]] std::string applying() const {
    std::vector<std::uint64_t> movable(words_, 0);
    for (const BitField& field : sites_.fields) movable[field.word] |= field.mask << field.shift;
    std::string text;
    for (std::size_t w = 0; w < words_; ++w)
      text += fmt::format("t[{0}] = s[{0}] & {1:#x}ul;\n", w, ~movable[w]);
    for (std::size_t f = 0; f < sites_.families.size(); ++f) {
      const SiteFamily& family = sites_.families[f];
      for (std::uint32_t s = 0; s < family.site_count; ++s) {
        const Site& site = sites_.sites[family.first_site + s];
        text += fmt::format(
            "{{ const SiteField* to = fields + first_field[site<Group>(families[{}], place[{}], {})];\n", f,
            site.units[0], family.arity == 2 ? fmt::format("place[{}]", site.units[1]) : "0");
        for (std::uint32_t k = 0; k < family.field_count; ++k) {
          text += fmt::format("t[to[{0}].word] |= {1} << to[{0}].shift;\n", k,
                              field_of(sites_.fields[site.first_field + k], "s"));
        }
        text += "}\n";
      }
    }
    return text;
  }

  void tables() {
    text_.put("static constexpr Count class_begin[] = {{");
    for (const auto begin : units_.class_begin) text_.put("{},", begin);
    text_.put("}};\nstatic constexpr Count class_of[] = {{");
    for (const auto c : units_.class_of) text_.put("{},", c);
    text_.put("}};\nstatic constexpr SiteField fields[] = {{\n");
    for (const BitField& field : sites_.fields)
      text_.put("{{{}, {}, {:#x}ul}},\n", field.word, field.shift, field.mask);
    text_.put("}};\nstatic constexpr Count first_field[] = {{");
    for (const Site& site : sites_.sites) text_.put("{},", site.first_field);
    // A tuple with a repeated unit has no site and is never looked up.
    std::string families;
    std::size_t lookups = 0;
    text_.put("}};\nstatic constexpr Count lookup[] = {{");
    for (const SiteFamily& family : sites_.families) {
      families += fmt::format("{{{}, {{{}, {}}}, {}, {}}},\n", family.arity, family.classes[0],
                              family.arity == 2 ? family.classes[1] : 0, family.field_count, lookups);
      for (const auto site : family.lookup) text_.put("{},", site < sites_.sites.size() ? site : 0);
      lookups += family.lookup.size();
    }
    text_.put("}};\nstatic constexpr SiteFamily families[] = {{\n{}}};\n", families);
  }

  const StateSites& sites_;
  const UnitTable& units_;
  const std::size_t words_;
  NativeText& text_;
};

}  // namespace

std::string emit_canonical(const StatePermutation& permutation, NativeText& text) {
  const StateSites& sites = permutation.sites();
  if (!permutation.plain() || sites.families.empty() || sites.fields.size() > most_fields) return "nullptr";
  CanonicalPrinter(permutation, text).print();
  return "canonicalize<Group>";
}

}  // namespace quorate
