import { createLog } from "../adapters/log.ts"
import { systemClock } from "../adapters/system.ts"
import { webRoot } from "../app.ts"
import type { Config } from "../config/config-shape.ts"
import { ConfigError } from "../config/settings-reader.ts"
import { checkDatabase } from "./checkups/database.ts"
import { type Finding, ok, unknown, wrong } from "./checkups/finding.ts"
import {
  checkBookUrl,
  checkDataDirectory,
  checkPages,
  checkProcessClock,
  checkSecrets,
  checkSignUp,
  checkZoneRules,
} from "./checkups/machine.ts"
import { checkGeocoder, checkReach } from "./checkups/outside.ts"
import { answer, type Command, optionsOf } from "./command.ts"

export const doctor: Command = {
  usage: "[--json]",
  example: "--json",
  summary: "Check settings, database, disk, clock and reach, and say what to mend",
  async run(args, settings) {
    const { values } = optionsOf(args, { json: { type: "boolean" } })
    const findings = await examine(settings)
    const isWell = findings.every(({ state }) => state !== "wrong")
    answer(values.json, { ok: isWell, findings }, [
      ...findings.map(line),
      isWell ? "All is well." : "Mend what is marked.",
    ])
    if (!isWell) process.exitCode = 1
  },
}

async function examine(settings: () => Config): Promise<Finding[]> {
  const config = configOf(settings)
  if (Array.isArray(config)) return config
  const systemNow = systemClock(0).now
  return [
    ok("settings", `fit for ${config.environment}`),
    ...checkSecrets(config),
    ...checkDataDirectory(config.dataDir),
    ...(await checkDatabase(config, createLog({ level: "error" }), systemNow)),
    checkProcessClock(config, systemNow()),
    checkZoneRules(),
    checkBookUrl(config),
    checkSignUp(config),
    checkPages(webRoot),
    await checkGeocoder(config),
    ...(await checkReach(config)),
  ]
}

/** The settings, or what is wrong with them: without settings nothing else can be found. */
function configOf(settings: () => Config): Config | Finding[] {
  try {
    return settings()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [
      ...error.mistakes.map(({ setting, wrong: says, expected }) =>
        wrong(setting, says, `set it to ${expected}`),
      ),
      unknown("everything else", "could not be checked without these settings"),
    ]
  }
}

const marks = { ok: "ok      ", wrong: "WRONG   ", unknown: "unknown " }

function line({ name, state, says, mend }: Finding): string {
  return `${marks[state]} ${name}: ${says}${mend === undefined ? "" : `\n          → ${mend}`}`
}
