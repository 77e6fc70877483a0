// Files that results are written to. They are opened before the work begins, so that a folder that is not
// there is known at once; what is in them stays until there is something to write.
#pragma once

#include <string>
#include <vector>

namespace quorate {

class OutputFile {
 public:
  // "-" is standard output; an empty path is for no file at all. Says on standard error if it cannot be
  // opened.
  explicit OutputFile(std::string path);
  // A file that was made and never written is removed.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  [[nodiscard]] bool wanted() const { return !path_.empty(); }
  [[nodiscard]] bool usable() const { return !failed_; }
  // Replaces what is there; once. False, with a message on standard error, if it cannot be written.
  bool write(const std::string& text);

 private:
  bool fail(int error);
  void refuse_if_taken();

  std::string path_;
  int descriptor_ = -1;
  bool made_ = false;  // by this: it was not there before
  bool failed_ = false;
};

// No OutputFile may be this file, which is read.
void protect_from_output(const std::string& path);

// False, with a message on standard error, if it cannot be written.
bool write_output(const std::string& path, const std::string& text);

}  // namespace quorate
