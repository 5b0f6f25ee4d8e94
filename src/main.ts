/** The command line. `npm start` is `serve`; the rest is reached by `npm run cli -- <command>`. */

import { agentExport } from "./cli/agent/export.ts"
import { agentTalk } from "./cli/agent/talk.ts"
import { citusDistribute, citusStatus } from "./cli/citus.ts"
import { type Command, UsageError } from "./cli/command.ts"
import { dump, migrate, recovered, restore } from "./cli/database.ts"
import { listen } from "./cli/developer/listen.ts"
import { logs } from "./cli/developer/logs.ts"
import { trigger } from "./cli/developer/trigger.ts"
import { doctor } from "./cli/doctor.ts"
import { generate } from "./cli/generate.ts"
import { importFile } from "./cli/import-file.ts"
import { reportsRebuild } from "./cli/reports-rebuild.ts"
import { secretsRotate } from "./cli/secrets-rotate.ts"
import { serve } from "./cli/serve.ts"
import { channelAssign, companyCreate, keyCreate, userCreate } from "./cli/set-up.ts"
import { zonesReview } from "./cli/zones-review.ts"
import { type Config, loadConfig } from "./config/config.ts"
import { tzifZones } from "./time/tzif.ts"
import { useZoneData } from "./time/zone-table.ts"

const commands: readonly Command[] = [
  serve,
  migrate,
  companyCreate,
  keyCreate,
  userCreate,
  channelAssign,
  dump,
  restore,
  recovered,
  citusStatus,
  citusDistribute,
  doctor,
  zonesReview,
  reportsRebuild,
  secretsRotate,
  importFile,
  agentTalk,
  agentExport,
  listen,
  trigger,
  logs,
  generate,
]

let isServing = false

function help(): string {
  const lines = commands.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.trim()}\n      ${summary}`)
  return `Usage: npm run cli -- <command>\n\n${lines.join("\n")}\n`
}

async function main(args: string[]): Promise<void> {
  const words = args.join(" ")
  const command = commands.find(({ name }) => words === name || words.startsWith(`${name} `))
  if (!command) {
    const asked = args.length === 0 || args[0] === "help" || args[0] === "--help"
    if (!asked) throw new UsageError(`There is no command "${args[0]}". See: npm run cli -- help`)
    process.stdout.write(help())
    return
  }
  isServing = command === serve
  await command.run(args.slice(command.name.split(" ").length), loadSettings)
}

/** The settings. Zone rules are the one setting that the pure layers read, so they are put in place here. */
function loadSettings(): Config {
  const config = loadConfig()
  if (config.zoneFiles) useZoneData(tzifZones(config.zoneFiles))
  return config
}

/** Mistakes of the operator's are told in their own words; anything else is a bug and shows where. */
const told = new Set([
  "UsageError",
  "ConfigError",
  "ClusterError",
  "MigrationError",
  "RestoreError",
  "PortTaken",
  "Refusal",
  "NoAnswer",
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
    process.exit(1)
  },
)
