/** The command line's help: all commands, one of them, and completions for a shell. */
import { ownCommand } from "../config/own-command.ts"
import { type Command, UsageError } from "./command.ts"

/** A command with the words that it is called by. */
export interface NamedCommand extends Pick<Command, "usage" | "example" | "summary"> {
  name: string
}

const start = ownCommand("").trim()

export function helpOfAll(commands: readonly NamedCommand[]): string {
  const lines = commands.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.trim()}\n      ${summary}`)
  const more =
    `Each command has --help. --version says which this is. "completion ${shells.join("|")}" prints what a shell needs to ` +
    "complete commands and options."
  return `Usage: ${start} <command>\n\n${lines.join("\n")}\n\n${more}\n`
}

export const helpOf = ({ name, usage, example, summary }: NamedCommand): string =>
  `${summary}\n\nUsage: ${`${start} ${name} ${usage}`.trim()}\nExample: ${start} ${name} ${example}\n`

const shells = ["bash", "zsh", "fish"] as const

/** The word that is completed: a shell knows no arguments of npm's. */
const word = "appointed"
const alias = `alias ${word}='${start.replace("npm run cli", "npm run --silent cli")}'`

const optionsOf = ({ usage }: NamedCommand) => ["--help", ...new Set(usage.match(/--[a-z][a-z-]*/g) ?? [])]

/** A script for the shell. Throws UsageError for another one. */
export function completionFor(shell: string | undefined, commands: readonly NamedCommand[]): string {
  switch (shell) {
    case "bash":
      return bash(commands)
    case "zsh":
      return `autoload -Uz bashcompinit && bashcompinit\n${bash(commands)}`
    case "fish":
      return fish(commands)
    default:
      throw new UsageError(`completion: expected one of ${shells.join(", ")}`)
  }
}

function bash(commands: readonly NamedCommand[]): string {
  const cases = commands.map(
    (command) => `    "${command.name}"*) words="${optionsOf(command).join(" ")}" ;;`,
  )
  // "agent talk" is completed word by word.
  const firsts = [...new Set(commands.map(({ name }) => name.split(" ")[0]))].join(" ")
  const seconds = [
    ...Map.groupBy(
      commands.filter(({ name }) => name.includes(" ")),
      ({ name }) => name.split(" ")[0],
    ),
  ].map(([first, of]) => `    "${first}") words="${of.map(({ name }) => name.split(" ")[1]).join(" ")}" ;;`)
  return [
    alias,
    `_${word}() {`,
    `  local said="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words=""`,
    '  case "$said" in',
    `    "") words="${firsts} completion --help --version" ;;`,
    ...seconds,
    ...cases,
    "  esac",
    `  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
    "}",
    `complete -o default -F _${word} ${word}`,
    "",
  ].join("\n")
}

function fish(commands: readonly NamedCommand[]): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "").replaceAll("'", "\\'")}'`
  const lines = commands.flatMap((command) => {
    const [first, second] = command.name.split(" ")
    const isSaid = `__fish_seen_subcommand_from ${second ?? first}`
    const named = second
      ? [
          `complete -c ${word} -f -n __fish_use_subcommand -a ${first}`,
          `complete -c ${word} -f -n '__fish_seen_subcommand_from ${first}' -a ${second} -d ${quoted(command.summary)}`,
        ]
      : [`complete -c ${word} -f -n __fish_use_subcommand -a ${first} -d ${quoted(command.summary)}`]
    const options = optionsOf(command).map(
      (option) => `complete -c ${word} -n '${isSaid}' -l ${option.slice(2)}`,
    )
    return [...named, ...options]
  })
  return `${alias}\n${lines.join("\n")}\n`
}
