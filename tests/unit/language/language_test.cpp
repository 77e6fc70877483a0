// The front door: which language a file is in, what its text turns out to be, and who reads it.
#include "language/language.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace quorate {

namespace {

constexpr const char* parametric_text =
    "symbolic int N;\nassume(N > 0);\nactive[N] proctype P() {\nbyte pc; step: atomic { pc = 0 } goto step; "
    "}\n";
constexpr const char* plain_text = "active proctype P() { skip }\n";
constexpr const char* ftdp_text = "role a[2] var x: bool := false\nrule r of a me: do me.x := true\n";

TextContent load(const std::string& name, const std::string& text, const TextSettings& settings = {},
                 std::string* messages = nullptr) {
  const SourceText source(name, text);
  Diagnostics diagnostics;
  TextContent content = load_text(source, settings, diagnostics);
  EXPECT_EQ(std::holds_alternative<std::monostate>(content), diagnostics.has_errors());
  if (messages != nullptr) *messages = render(diagnostics, source);
  return content;
}

TEST(Language, ByTheName) {
  EXPECT_EQ(language_of("a.pml"), Language::promela);
  EXPECT_EQ(language_of("folder.pml/a.ftdp"), Language::ftdp);
  EXPECT_EQ(language_of("a.txt"), Language::ftdp);
  EXPECT_EQ(language_of(""), Language::ftdp);
}

TEST(Language, WhatATextTurnsOutToBe) {
  EXPECT_TRUE(std::holds_alternative<Model>(load("a.ftdp", ftdp_text)));
  EXPECT_TRUE(std::holds_alternative<Model>(load("a.other", ftdp_text)));
  EXPECT_TRUE(std::holds_alternative<ThresholdModel>(load("a.pml", parametric_text)));
  EXPECT_TRUE(std::holds_alternative<PlainModel>(load("a.pml", plain_text)));
  EXPECT_TRUE(std::holds_alternative<std::monostate>(load("a.pml", ftdp_text)));
  EXPECT_TRUE(std::holds_alternative<std::monostate>(load("a.ftdp", plain_text)));
}

TEST(Language, AModelWithoutANameHasThatOfItsFile) {
  EXPECT_EQ(std::get<Model>(load("folder/some.ftdp", ftdp_text)).name, "some");
  EXPECT_EQ(std::get<Model>(load("some.ftdp", std::string("protocol own\n") + ftdp_text)).name, "own");
  EXPECT_EQ(std::get<ThresholdModel>(load("folder/some.pml", parametric_text)).name, "some");
  EXPECT_EQ(std::get<PlainModel>(load("some.pml", plain_text)).name, "some");
}

TEST(Language, SettingsReachTheirLanguage) {
  const std::string text = "protocol p (n := 2)\nrole a[n] var x: bool := false\n";
  const auto model = std::get<Model>(load("a.ftdp", text, {.parameters = {{"n", 5}}}));
  EXPECT_EQ(model.process_count(), 5);
  const std::string defined = "#ifdef WANTED\nactive proctype P() { skip }\n#endif\n";
  EXPECT_TRUE(std::holds_alternative<PlainModel>(load("a.pml", defined, {.definitions = {{"WANTED", "1"}}})));
  EXPECT_TRUE(std::holds_alternative<std::monostate>(load("a.pml", defined)));
}

TEST(Language, ModelsAreReadAsSpinReadsThemUnlessTheySayOtherwise) {
  const std::string text = "#ifdef SPIN\nactive proctype P() { skip }\n#endif\n";
  EXPECT_TRUE(std::holds_alternative<PlainModel>(load("a.pml", text)));
  EXPECT_TRUE(std::holds_alternative<std::monostate>(load("a.pml", text, {.definitions = {{"NUSMV", "1"}}})));
}

TEST(Language, PromelaOfAFixedSizeIsNotForAllParameters) {
  std::string messages;
  load("a.pml", plain_text, {.accepted = ModelKind::parametric}, &messages);
  EXPECT_NE(messages.find("this text is Promela of a fixed size, without parameters"), std::string::npos);
  EXPECT_NE(messages.find("check it with quorate check"), std::string::npos);
}

class OpenText : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) / "quorate_open_text";
};

TEST_F(OpenText, WhatIsThere) {
  const OpenedText opened = open_text(file("a.ftdp", "text"), readers::check);
  EXPECT_EQ(opened.problem, "");
  ASSERT_TRUE(opened.source);
  EXPECT_EQ(opened.source->text(), "text");
  EXPECT_TRUE(open_text(file("empty.pml", ""), readers::param).source);
}

TEST_F(OpenText, WhatIsNoText) {
  const auto problem = [](const std::string& name) {
    const OpenedText opened = open_text(name, readers::check);
    EXPECT_FALSE(opened.source) << name;
    return opened.problem;
  };
  EXPECT_EQ(problem(""), "\"\" is not a file that can be read: it does not exist");
  EXPECT_EQ(problem(path("none.ftdp")),
            path("none.ftdp") + " is not a file that can be read: it does not exist");
  EXPECT_EQ(problem(folder_.string()), folder_.string() + " is not a file that can be read: it is a folder");
  EXPECT_EQ(problem("/dev/null"),
            "/dev/null is not a file that can be read: it is a device, a pipe or a socket");
  const std::string large = file("large.ftdp", std::string(4 * 1024 * 1024 + 1, ' '));
  EXPECT_EQ(problem(large), large + " is larger than 4 MiB, the largest size of a model's file");
  EXPECT_TRUE(open_text(file("full.ftdp", std::string(4 * 1024 * 1024, ' ')), readers::check).source);
  for (const char* const name : {"a.ta", "a.eta", "a.sk"})
    EXPECT_TRUE(problem(name).starts_with(std::string(name) + " is a threshold automaton by its name"));
}

TEST_F(OpenText, WhoReadsWhat) {
  const std::string ftdp = file("a.ftdp", ftdp_text);
  const std::string promela = file("a.pml", plain_text);
  for (const Reader& reader : {readers::check, readers::param, readers::export_picture})
    EXPECT_TRUE(open_text(promela, reader).source) << reader.command;
  for (const Reader& reader :
       {readers::check, readers::prove, readers::symmetries, readers::analyze, readers::export_text})
    EXPECT_TRUE(open_text(ftdp, reader).source) << reader.command;
  EXPECT_EQ(open_text(promela, readers::prove).problem,
            promela +
                " is Promela by its name, which this command does not read; use quorate check or "
                "quorate param");
  EXPECT_EQ(open_text(ftdp, readers::param).problem,
            "param reads parametric Promela (.pml), and " + ftdp +
                " has another name; use quorate check to check it at fixed parameters");
}

TEST(ModelKinds, Sets) {
  EXPECT_TRUE(promela_models.has(ModelKind::plain));
  EXPECT_FALSE(promela_models.has(ModelKind::ftdp));
  EXPECT_FALSE(promela_models.meet(ModelKind::ftdp));
  EXPECT_TRUE(all_models.meet(promela_models));
  EXPECT_FALSE(ModelKinds().meet(all_models));
  EXPECT_EQ(kinds_of(Language::promela), promela_models);
  EXPECT_EQ(kinds_of(Language::ftdp), ModelKinds(ModelKind::ftdp));
}

}  // namespace

}  // namespace quorate
