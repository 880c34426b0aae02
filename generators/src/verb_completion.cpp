// SPDX-License-Identifier: Apache-2.0
//! @file verb_completion.cpp
//! @brief `completion`: scripts that make a shell ask this program what may come next.
#include <fmt/format.h>

#include <algorithm>

#include "json.h"
#include "verb.h"

namespace burin::cli {
namespace {

// All three hand the words up to the cursor to `PROGRAM __complete`, which prints one candidate a line with its
// description behind a tab, or ":path" for a file or folder. @ID@ is the program's name as a shell function's.
constexpr std::string_view kBash =
    R"script(# bash completion for @PROGRAM@; in ~/.bashrc: source <(@PROGRAM@ completion bash)
_@ID@_complete() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :path ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
    else
      COMPREPLY+=("${line%%$'\t'*}")
    fi
  done < <("${COMP_WORDS[0]}" __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _@ID@_complete @PROGRAM@
)script";

constexpr std::string_view kZsh =
    R"script(# zsh completion for @PROGRAM@; in ~/.zshrc, after compinit: source <(@PROGRAM@ completion zsh)
_@ID@_complete() {
  local line
  local -a lines candidates
  lines=(${(f)"$("${words[1]}" __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
  for line in $lines; do
    if [[ $line == :path ]]; then
      _files
    else
      candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    fi
  done
  (( $#candidates )) && _describe -o '@PROGRAM@' candidates
}
compdef _@ID@_complete @PROGRAM@
)script";

constexpr std::string_view kFish =
    R"script(# fish completion for @PROGRAM@; in config.fish: @PROGRAM@ completion fish | source
function __@ID@_complete
  set -l words (commandline -opc)
  set -l program $words[1]
  set -e words[1]
  set -l token (commandline -ct)
  for line in ($program __complete -- $words "$token" 2>/dev/null)
    if test "$line" = ":path"
      __fish_complete_path "$token"
    else
      printf '%s\n' $line
    end
  end
end
complete -c @PROGRAM@ -f -a '(__@ID@_complete)'
)script";

std::string filled(std::string_view script, const std::string& program) {
  std::string id = program;
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  std::replace_if(
      id.begin(), id.end(), [&](char c) { return !is_plain(c); }, '_');
  std::string text(script);
  for (const auto& [mark, value] :
       {std::pair<std::string_view, const std::string&>{"@PROGRAM@", program}, {"@ID@", id}}) {
    for (size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size())
      text.replace(at, mark.size(), value);
  }
  return text;
}

void run(const Invocation& call) {
  check_choice("shell", call.operand, {"bash", "zsh", "fish"});
  const std::string script = filled(call.operand == "bash"  ? kBash
                                    : call.operand == "zsh" ? kZsh
                                                            : kFish,
                                    call.program);
  if (!call.json()) return call.console.print(script);
  ordered_json document = json_document();
  document["shell"] = call.operand;
  document["script"] = script;
  call.console.print(text_of(document));
}

}  // namespace

Verb completion_verb() {
  return {.name = "completion",
          .summary = "Print a script that completes command lines in your shell",
          .operand = Operand::shell,
          .options = {json_option()},
          .examples = {"completion bash > ~/.local/share/bash-completion/completions/PROGRAM", "completion zsh",
                       "completion fish"},
          .run = run};
}

}  // namespace burin::cli
