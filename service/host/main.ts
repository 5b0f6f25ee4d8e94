/** The command line. `npm start` is `serve`; the rest is reached by `npm run cli -- <command>`. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { tzifZones } from "../../domain/time/tzif.ts"
import { useZoneData } from "../../domain/time/zone-table.ts"
import { type Command, UsageError } from "./cli/command.ts"
import { completionFor, helpOf, helpOfAll, type NamedCommand } from "./cli/help.ts"
import { type Config, loadConfig } from "./config/config.ts"
import { ownCommand } from "./config/own-command.ts"

/** Each command by its words. Its file is read when it is called, since most take a small part of the program. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import("./cli/serve.ts")).serve,
  migrate: async () => (await import("./cli/database.ts")).migrate,
  "company create": async () => (await import("./cli/set-up.ts")).companyCreate,
  "key create": async () => (await import("./cli/set-up.ts")).keyCreate,
  "user create": async () => (await import("./cli/set-up.ts")).userCreate,
  "operator link": async () => (await import("./cli/operator-link.ts")).operatorLink,
  "mail-domain assign": async () => (await import("./cli/set-up.ts")).mailDomainAssign,
  "channel assign": async () => (await import("./cli/set-up.ts")).channelAssign,
  dump: async () => (await import("./cli/database.ts")).dump,
  restore: async () => (await import("./cli/database.ts")).restore,
  recovered: async () => (await import("./cli/database.ts")).recovered,
  "citus status": async () => (await import("./cli/citus.ts")).citusStatus,
  "citus distribute": async () => (await import("./cli/citus.ts")).citusDistribute,
  doctor: async () => (await import("./cli/doctor.ts")).doctor,
  "zones review": async () => (await import("./cli/zones-review.ts")).zonesReview,
  "reports rebuild": async () => (await import("./cli/reports-rebuild.ts")).reportsRebuild,
  "secrets rotate": async () => (await import("./cli/secrets-rotate.ts")).secretsRotate,
  import: async () => (await import("./cli/import-file.ts")).importFile,
  "agent talk": async () => (await import("./cli/agent/talk.ts")).agentTalk,
  "agent export": async () => (await import("./cli/agent/export.ts")).agentExport,
  listen: async () => (await import("./cli/developer/listen.ts")).listen,
  trigger: async () => (await import("./cli/developer/trigger.ts")).trigger,
  logs: async () => (await import("./cli/developer/logs.ts")).logs,
  generate: async () => (await import("./cli/generate.ts")).generate,
}

let isServing = false

/** Every command, read for what it says of itself. */
async function named(): Promise<NamedCommand[]> {
  return Promise.all(Object.entries(commands).map(async ([name, read]) => ({ name, ...(await read()) })))
}

async function answerAboutItself([asked, shell]: string[]): Promise<string> {
  if (asked === "--version" || asked === "version") return `${version()}\n`
  if (asked === "completion") return completionFor(shell, await named())
  if (asked === undefined || asked === "help" || asked === "--help") return helpOfAll(await named())
  throw new UsageError(`There is no command "${asked}". See: ${ownCommand("help")}`)
}

const version = (): string =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")).version

async function main(args: string[]): Promise<void> {
  const words = args.join(" ")
  const name = Object.keys(commands).find((each) => words === each || words.startsWith(`${each} `))
  if (name === undefined) {
    process.stdout.write(await answerAboutItself(args))
    return
  }
  const rest = args.slice(name.split(" ").length)
  if (rest.includes("--help")) {
    process.stdout.write(helpOf({ name, ...(await commands[name]!()) }))
    return
  }
  isServing = name === "serve"
  const command = await commands[name]!()
  await command.run(rest, loadSettings)
}

/** The settings. Zone rules are the one setting that the pure layers read, so they are put in place here. */
function loadSettings(): Config {
  const config = loadConfig()
  if (config.zoneFiles) useZoneData(tzifZones(config.zoneFiles))
  return config
}

/** The operator's mistakes are shown in their own words; anything else is a bug and shows where. */
const told = new Set([
  "UsageError",
  "ConfigError",
  "ClusterError",
  "MigrationError",
  "RestoreError",
  "SealedDumpError",
  "PortTaken",
  "Refusal",
  "NoAnswer",
  "JournalError",
])

main(process.argv.slice(2)).then(
  () => {
    // A command has closed what it opened, and only the channel to its starter would keep it; serve stays on.
    if (!isServing) process.disconnect?.()
  },
  (error: unknown) => {
    const isTold = error instanceof Error && told.has(error.name)
    const text = isTold
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
    process.stderr.write(`${text}\n`)
    // A start that is refused is not tried again; a database that cannot be reached may be there the next time.
    const isRefused = isServing && isTold && error.name !== "ClusterError"
    if (isRefused && process.send) process.send({ refused: true }, () => process.exit(1))
    else process.exit(1)
  },
)
