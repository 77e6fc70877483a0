// Writing results must not destroy anything. An existing file is opened without truncating it, and truncated
// only when there is something to write; a file that was made and never written is removed. Files are
// compared by device and inode, so that neither the model nor another result is overwritten under another
// name.
#include "cli/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "cli/streams.hpp"

namespace quorate {

namespace {

// 0, or an error number.
int write_all(int descriptor, std::string_view text) {
  struct stat facts {};
  if (fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode) && ftruncate(descriptor, 0) != 0) return errno;
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// A file, whatever its name.
struct FileIdentity {
  dev_t device;
  ino_t number;
  const char* use;
};

// The files that this command reads or writes.
std::vector<FileIdentity>& taken_files() {
  static std::vector<FileIdentity> files;
  return files;
}

}  // namespace

void protect_from_output(const std::string& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) == 0)
    taken_files().push_back({facts.st_dev, facts.st_ino, "the model's file"});
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_.empty() || path_ == "-") return;
  constexpr mode_t everybody = 0666;  // less what the user's mask forbids
  descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, everybody);
  made_ = descriptor_ >= 0;
  // Not truncated: the old contents stay until there are new ones.
  if (!made_ && errno == EEXIST) descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, everybody);
  if (descriptor_ < 0) {
    fail(errno);
  } else {
    refuse_if_taken();
  }
}

void OutputFile::refuse_if_taken() {
  struct stat facts {};
  if (fstat(descriptor_, &facts) != 0 || !S_ISREG(facts.st_mode)) return;
  for (const FileIdentity& taken : taken_files()) {
    if (taken.device != facts.st_dev || taken.number != facts.st_ino) continue;
    complain("quorate: {} cannot be written: it is {}\n", path_, taken.use);
    failed_ = true;
    return;
  }
  taken_files().push_back({facts.st_dev, facts.st_ino, "given for other results as well"});
}

OutputFile::~OutputFile() {
  if (descriptor_ < 0) return;
  struct stat facts {};
  if (!failed_ && fstat(descriptor_, &facts) == 0) {  // never written: somebody else may write to it
    std::erase_if(taken_files(), [&](const FileIdentity& taken) {
      return taken.device == facts.st_dev && taken.number == facts.st_ino;
    });
  }
  if (made_) unlink(path_.c_str());
  close(descriptor_);
}

bool OutputFile::fail(int error) {
  failed_ = true;
  complain("quorate: cannot write {}: {}\n", path_, std::strerror(error));
  return false;
}

bool OutputFile::write(const std::string& text) {
  if (failed_ || path_.empty()) return !failed_;
  if (path_ == "-") {
    say_text(text);
    return true;
  }
  const BudgetHold hold;  // half a report is worse than a late one
  const int error = write_all(descriptor_, text);
  if (error != 0) return fail(error);
  made_ = false;
  const bool closed = close(std::exchange(descriptor_, -1)) == 0;
  return closed || fail(errno);
}

bool write_output(const std::string& path, const std::string& text) {
  OutputFile file(path);
  return file.usable() && file.write(text);
}

}  // namespace quorate
