// Files for results. They are opened before the work begins, so that a wrong path is an error at once; the
// old contents stay until there is something to write.
#pragma once

#include <string>
#include <vector>

namespace quorate {

class OutputFile {
 public:
  // "-" is standard output; an empty path means no file. A message says if the file cannot be opened.
  explicit OutputFile(std::string path);
  // Removes a file that was made and never written.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  [[nodiscard]] bool wanted() const { return !path_.empty(); }
  [[nodiscard]] bool usable() const { return !failed_; }
  // Replaces the contents; called once. False, with a message, if it cannot be written.
  bool write(const std::string& text);

 private:
  bool fail(int error);
  void refuse_if_taken();

  std::string path_;
  int descriptor_ = -1;
  bool made_ = false;  // the file was not there before
  bool failed_ = false;
};

// Forbids results to be written to this file, which the command reads.
void protect_from_output(const std::string& path);

// Writes a whole file. False, with a message, if that is not possible.
bool write_output(const std::string& path, const std::string& text);

}  // namespace quorate
