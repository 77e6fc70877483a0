# What zsh offers when TAB is pressed after a line: completions.zsh FOLDER LINE. A shell in a terminal of its own is
# asked, since completion works only there.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1='ready> '; fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; bindkey '^I' complete-word; LISTMAX=1000"
zpty -w shell "zstyle ':completion:*' menu no; zstyle ':completion:*' list-prompt ''; stty cols 200 rows 100"
zpty -w shell "print started"
local text='' piece=''
while [[ $text != *$'\nstarted'* ]]; do zpty -r shell piece || break; text+=$piece; done
zpty -w -n shell "$2"$'\t'
local quiet=0 shown=''
while (( quiet < 20 )); do
  if zpty -r -t shell piece; then shown+=$piece; quiet=0; else sleep 0.1; (( quiet++ )); fi
done
zpty -d shell
print -r -- "$shown"
