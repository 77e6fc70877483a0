#include "random_body.hpp"

#include <algorithm>

namespace quorate {

Lines indented(const Lines& lines) {
  Lines result;
  for (const std::string& line : lines) result.push_back("  " + line);
  return result;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

namespace {

void append(Lines& lines, const Lines& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

}  // namespace

Lines BodyGenerator::block(GenBody& body, std::int64_t statements, int depth) {
  Lines lines;
  const GenScope outside = body.scope;
  for (std::int64_t k = 0; k < statements; ++k) {
    const Lines next = statement(body, depth);
    if (next.empty()) continue;
    if (!lines.empty()) lines.back() += ";";
    append(lines, next);
  }
  body.scope = outside;
  if (lines.empty()) lines.emplace_back("skip");
  return lines;
}

Lines BodyGenerator::statement(GenBody& body, int depth) {
  const std::size_t form = random_.below(20);
  if (body.may_send && form < 4) return send(body);
  if (depth > 0 && form >= 17) return branch(body, depth);
  if (depth > 0 && (form == 16 || (protocol_.symmetric && form == 12))) return loop(body, depth);
  if (form == 15) return let(body);
  if (form >= 13) return copy(body);
  return assign(body);
}

Lines BodyGenerator::assign(GenBody& body) {
  if (body.writable.empty()) return {};
  const GenPlace place = expressions_.part(body.scope, random_.pick(body.writable));
  if (place.text.empty() || !expressions_.inhabited(place.type)) return {};
  if (!expressions_.nameable(body.scope, place.type)) return {};
  if (place.maybe_undefined && random_.percent(8)) return {place.text + " := undefined"};
  return {place.text + " := " + expressions_.value(body.scope, place.type, 2)};
}

// A copy of a place of any type, undefined or not; or `undefine`.
Lines BodyGenerator::copy(GenBody& body) {
  if (body.writable.empty()) return {};
  GenPlace target = random_.pick(body.writable);
  if (random_.percent(50)) target = expressions_.part(body.scope, target);
  if (target.text.empty()) return {};
  std::vector<std::string> sources;
  for (const GenPlace& place : body.scope.places) {
    const GenPlace source = simple(target.type) ? expressions_.part(body.scope, place) : place;
    if (source.text.empty() || source.text == target.text) continue;
    if (source.type.spelling != target.type.spelling) continue;
    if (target.maybe_undefined || !source.maybe_undefined) sources.push_back(source.text);
  }
  if (!sources.empty() && random_.percent(80)) return {target.text + " := " + random_.pick(sources)};
  if (!target.maybe_undefined) return {};
  return {random_.percent(50) ? "undefine " + target.text : "undefine(" + target.text + ")"};
}

Lines BodyGenerator::branch(GenBody& body, int depth) {
  Lines lines = {"if " + expressions_.condition(body.scope, 2) + " then"};
  const auto before = body.sent;
  auto after = before;
  const auto add_block = [&] {
    body.sent = before;
    append(lines, indented(block(body, random_.between(1, 2), depth - 1)));
    after.insert(body.sent.begin(), body.sent.end());
  };
  add_block();
  if (random_.percent(20)) {
    lines.push_back((random_.percent(50) ? "elsif " : "elseif ") + expressions_.condition(body.scope, 1) +
                    " then");
    add_block();
  }
  if (random_.percent(40)) {
    lines.emplace_back("else");
    add_block();
  }
  body.sent = after;
  lines.emplace_back(random_.percent(80) ? "endif" : "end");
  return lines;
}

// The body of a loop sends to the process at hand only: anything else it would send again in the next turn.
Lines BodyGenerator::loop(GenBody& body, int depth) {
  const auto over = expressions_.domain(body.scope, 1);
  const std::string name = expressions_.fresh("k");
  GenBody inner = body;
  inner.may_send = false;
  if (protocol_.symmetric) inner.scope = ExpressionGenerator::without_choices(inner.scope);
  inner.scope = expressions_.with(inner.scope, name, over.element, over.text);
  Lines lines = {"for " + name + ": " + over.text + " do"};
  Lines turn = random_.percent(35) ? fold(inner, {name, over.element, false, true}) : Lines();
  const bool sends = body.may_send && over.element.kind == GenKind::process && random_.percent(40);
  if (turn.empty() || random_.percent(50)) {
    if (!turn.empty()) turn.back() += ";";
    append(turn, block(inner, random_.between(1, 2), depth - 1));
  }
  if (sends) {
    const Lines send = send_to_turn(body, inner, name, over.element);
    if (!send.empty()) turn.back() += ";";
    append(turn, send);
  }
  append(lines, indented(turn));
  lines.emplace_back(random_.percent(80) ? "endfor" : "end");
  return lines;
}

// What the turns of a loop do to a variable that they share. Some of it has the same result in every order.
Lines BodyGenerator::fold(GenBody& body, const GenPlace& turn) {
  if (body.writable.empty()) return {};
  const GenPlace place = expressions_.part(body.scope, random_.pick(body.writable));
  if (place.text.empty() || place.maybe_undefined || !expressions_.inhabited(place.type)) return {};
  const std::string& x = place.text;
  const GenType& type = place.type;
  const GenScope quiet = ExpressionGenerator::without_choices(body.scope);
  std::string value;
  if (type.kind == GenKind::boolean) {
    static const std::vector<std::string> signs = {" or ", " and ", " iff ", " => "};
    value = random_.percent(20) ? "not " + x : x + random_.pick(signs) + expressions_.condition(quiet, 1);
  } else if (type.kind == GenKind::range) {
    const std::string number = expressions_.number(quiet, 1).text;
    const std::string low = literal(type.low);
    const std::string high = literal(type.high);
    const std::vector<std::string> ways = {"max(" + x + ", min(" + high + ", " + number + "))",
                                           "max(" + low + ", min(" + x + ", " + number + "))",
                                           "max(" + low + ", min(" + high + ", " + x + " + " + number + "))",
                                           "max(" + low + ", min(" + high + ", " + number + "))"};
    value = random_.pick(ways);
  } else if (type.kind == GenKind::set && type.parts[0].spelling == turn.type.spelling) {
    static const std::vector<std::string> ends = {" + ", " - ", " * "};
    value = random_.percent(25) ? "{" + turn.text + "}" : x + random_.pick(ends) + "{" + turn.text + "}";
  } else if (type.kind == GenKind::process && type.spelling == turn.type.spelling) {
    value = "(if " + expressions_.condition(quiet, 1) + " then " + turn.text + " else " + x + ")";
  }
  if (value.empty()) return {};
  const Lines lines = {x + " := " + value};
  if (random_.percent(70)) return lines;
  return {"if " + expressions_.condition(quiet, 1) + " then", "  " + lines[0], "endif"};
}

// A message to the process of the turn, with what the turns before have left.
Lines BodyGenerator::send_to_turn(GenBody& body, const GenBody& inner, const std::string& turn,
                                  const GenType& type) {
  for (const std::size_t role : type.roles) {
    if (body.sent.contains(role)) return {};
  }
  const std::size_t number = random_.below(protocol_.messages.size());
  const GenMessage& message = protocol_.messages[number];
  body.sent.insert(type.roles.begin(), type.roles.end());
  for (const std::size_t to : type.roles) flows_.push_back({number, body.role, to});
  const std::string send = "send " + message.name + arguments(inner, message) + " to " + turn;
  if (std::find(type.roles.begin(), type.roles.end(), body.role) == type.roles.end()) return {send};
  return {"if " + turn + " != " + body.self + " then", "  " + send, "endif"};
}

// Booleans, numbers and a role's processes only: the type of other values may be open or narrower. A number
// keeps inside the type that the rest of the generator takes it for.
Lines BodyGenerator::let(GenBody& body) {
  const GenType type = random_scalar_type(random_, protocol_);
  if (type.kind == GenKind::enumeration || type.roles.size() > 1) return {};
  if (!expressions_.nameable(body.scope, type)) return {};
  GenScope careful = body.scope;
  careful.wild = false;
  const std::string name = expressions_.fresh("l");
  const std::string value = expressions_.value(careful, type, 2);
  body.scope = expressions_.with(body.scope, name, type);
  return {"let " + name + (random_.percent(50) ? " := " : " = ") + value};
}

std::string BodyGenerator::argument(const GenBody& body, const GenVariable& field) {
  if (field.maybe_undefined) {
    std::vector<std::string> sources;
    for (const GenPlace& place : body.scope.places) {
      if (place.type.spelling == field.type.spelling) sources.push_back(place.text);
    }
    if (!sources.empty() && random_.percent(50)) return random_.pick(sources);
    if (!simple(field.type) || random_.percent(25)) return "undefined";
  }
  return expressions_.value(body.scope, field.type, 2);
}

std::string BodyGenerator::arguments(const GenBody& body, const GenMessage& message) {
  if (message.fields.empty()) return random_.percent(50) ? "" : "()";
  const bool named = random_.percent(20);
  std::string text;
  for (const GenVariable& field : message.fields) {
    if (!text.empty()) text += ", ";
    if (named) text += field.name + ": ";
    text += argument(body, field);
  }
  return "(" + text + ")";
}

Lines BodyGenerator::send_whole(GenBody& body, const GenMessage& message, std::size_t role) {
  const GenRole& target = protocol_.roles[role];
  const bool own = role == body.role && !protocol_.loopback;
  const std::string head = "send " + message.name + arguments(body, message) + " to ";
  const std::size_t form = random_.below(10);
  if (form < 5 || target.count == 0) return {head + "all " + target.name};
  if (form < 7) {
    const std::string member = expressions_.fresh("z");
    const GenScope inner =
        expressions_.with(ExpressionGenerator::without_choices(body.scope), member, target.type);
    const std::string set =
        "{" + member + ": " + target.type.spelling + " | " + expressions_.condition(inner, 1) + "}";
    const bool careless = body.scope.wild && random_.percent(30);
    return {head + (own && !careless ? "(" + set + " - {" + body.self + "})" : set)};
  }
  if (form == 7) {  // one after the other
    const std::string name = expressions_.fresh("k");
    const std::string test = own ? "if " + name + " != " + body.self + " then " : "";
    return {"for " + name + ": " + target.type.spelling + " do",
            "  " + test + head + name + (own ? " endif" : ""), "endfor"};
  }
  const std::string recipient = expressions_.value(body.scope, target.type, 1);
  if (!own) return {head + recipient};
  if (body.scope.wild && random_.percent(30)) return {head + recipient};
  const std::string name = expressions_.fresh("t");
  return {"let " + name + " := " + recipient + ";", "if " + name + " != " + body.self + " then",
          "  " + head + name, "endif"};
}

// Field by field, as the printed notation does it.
Lines BodyGenerator::send_assembled(GenBody& body, const GenMessage& message, std::size_t role) {
  const GenRole& target = protocol_.roles[role];
  const std::string name = expressions_.fresh("k");
  GenBody inner = body;
  inner.scope = expressions_.with(inner.scope, name, target.type);
  Lines fields;
  for (const GenVariable& field : message.fields) {
    if (!simple(field.type) || random_.percent(20)) continue;
    if (!fields.empty()) fields.back() += ";";
    fields.push_back("2" + target.name + "[" + name + "]." + field.name +
                     " := " + expressions_.value(inner.scope, field.type, 2));
  }
  if (fields.empty()) return {};
  if (role == body.role && !protocol_.loopback) {
    fields = indented(fields);
    fields.insert(fields.begin(), "if " + name + " != " + body.self + " then");
    fields.emplace_back("endif");
  }
  Lines lines = {"for " + name + ": " + target.type.spelling + " do"};
  append(lines, indented(fields));
  lines.emplace_back("endfor");
  return lines;
}

// Passes a received message on as it is.
Lines BodyGenerator::forward(const GenBody& body, std::size_t role) {
  const GenRole& target = protocol_.roles[role];
  const std::string name = expressions_.fresh("k");
  const bool own = role == body.role && !protocol_.loopback;
  const std::string send = "2" + target.name + "[" + name + "] := msg";
  return {"for " + name + ": " + target.type.spelling + " do",
          own ? "  if " + name + " != " + body.self + " then " + send + " endif" : "  " + send, "endfor"};
}

Lines BodyGenerator::send(GenBody& body) {
  const std::size_t number = random_.below(protocol_.messages.size());
  const GenMessage& message = protocol_.messages[number];
  const auto free = [&](const GenType& type) {
    return protocol_.several || std::none_of(type.roles.begin(), type.roles.end(),
                                             [&](std::size_t role) { return body.sent.contains(role); });
  };
  const auto record = [&](const GenType& type) {
    body.sent.insert(type.roles.begin(), type.roles.end());
    for (const std::size_t to : type.roles) flows_.push_back({number, body.role, to});
  };
  if (!protocol_.groups.empty() && random_.percent(15) && free(protocol_.groups[0])) {
    record(protocol_.groups[0]);
    return {"send " + message.name + arguments(body, message) + " to all " + protocol_.groups[0].spelling};
  }
  for (const GenPlace& place : body.correspondents) {
    if (!free(place.type) || random_.percent(50)) continue;
    record(place.type);
    return {"send " + message.name + arguments(body, message) + " to " + place.text};
  }
  std::vector<std::size_t> roles;  // a role of one process has nobody to talk to among its own
  for (std::size_t role = 0; role < protocol_.roles.size(); ++role) {
    const bool alone = role == body.role && protocol_.roles[role].count < 2 && !protocol_.loopback;
    if (alone && random_.percent(90)) continue;
    if (free(protocol_.roles[role].type) || (body.scope.wild && random_.percent(20))) roles.push_back(role);
  }
  if (roles.empty()) return {};
  const std::size_t role = random_.pick(roles);
  record(protocol_.roles[role].type);
  const bool received = !body.named && body.correspondents.size() == 1 && body.scope.quorum.empty();
  if (protocol_.several) return send_whole(body, message, role);  // messages are not put together by fields
  if (received && protocol_.messages.size() == 1 && !message.fields.empty() && random_.percent(20)) {
    return forward(body, role);
  }
  const bool assembled =
      protocol_.printed ? random_.percent(80) : protocol_.messages.size() == 1 && random_.percent(15);
  return assembled ? send_assembled(body, message, role) : send_whole(body, message, role);
}

}  // namespace quorate
