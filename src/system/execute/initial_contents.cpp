// Contents are extended by one message at a time: in a FIFO channel by any, in an unordered one by none that
// is smaller than the last, so that each multiset (or set) is found once.
#include "system/execute/initial_contents.hpp"

#include "analysis/message_flow.hpp"
#include "base/budget.hpp"
#include "system/execute/forged_messages.hpp"

namespace quorate {

namespace {

class ContentFinder {
 public:
  ContentFinder(const Channels& channels, std::size_t limit) : channels_(channels), limit_(limit) {}

  void add_kind(const std::vector<std::uint64_t>& messages, std::int64_t most) {
    for (const std::uint64_t message : messages) messages_.emplace_back(message, left_.size());
    left_.push_back(most);
  }

  std::vector<ChannelContent> run() {
    extend(0);
    return std::move(found_);
  }

 private:
  void extend(std::size_t from) {
    Budget::ask();
    found_.push_back(content_);
    const bool fits = !channels_.bound || static_cast<std::int64_t>(content_.size()) < *channels_.bound;
    if (!fits) return;
    for (std::size_t i = from; i < messages_.size() && found_.size() <= limit_; ++i) {
      const auto& [message, kind] = messages_[i];
      if (left_[kind] == 0) continue;
      --left_[kind];
      content_.push_back(message);
      extend(channels_.fifo ? 0 : channels_.set ? i + 1 : i);
      content_.pop_back();
      ++left_[kind];
    }
  }

  const Channels& channels_;
  std::size_t limit_;
  std::vector<std::pair<std::uint64_t, std::size_t>> messages_;  // and the position of its kind in left_
  std::vector<std::int64_t> left_;
  ChannelContent content_;
  std::vector<ChannelContent> found_;
};

}  // namespace

std::vector<ChannelContent> initial_contents(const Model& model, const Layout& layout,
                                             const ChannelLayout& channel, std::size_t limit) {
  ContentFinder finder(model.channels, limit);
  for (const InitialContents& contents :
       contents_at_first(model, model.role_of(channel.from), model.role_of(channel.to))) {
    std::set<std::int32_t> fields;
    for (std::size_t i = 0; i < model.message(contents.kind).fields.size(); ++i)
      fields.insert(static_cast<std::int32_t>(i));
    finder.add_kind(messages_with(model, layout, contents.kind, fields), contents.most);
  }
  return finder.run();
}

}  // namespace quorate
