/** The operator's commands on the database as a whole. */
import { type FileHandle, open, readFile } from "node:fs/promises"
import { afterRestore } from "../../outbox/events.sql.ts"
import { releaseHeld } from "../../outbox/texts-held.sql.ts"
import { dbOf } from "../../platform/pg/transaction.ts"
import { dump as write } from "../database/dump.ts"
import { migrate as apply } from "../database/migrate.ts"
import { restore as read } from "../database/restore.ts"
import { leastPassphrase } from "../database/sealed-dump.ts"
import { answer, type Command, optionsOf, UsageError, wordAndOptionsOf } from "./command.ts"
import { returnLines, shownReturn, withReturn } from "./with-return.ts"
import { withServer } from "./with-server.ts"

export const migrate: Command = {
  usage: "[--check] [--json]",
  example: "--check",
  summary: "Bring the database up to date, or only say what is pending",
  async run(args, settings) {
    const { values } = optionsOf(args, { check: { type: "boolean" }, json: { type: "boolean" } })
    await withServer(settings(), async (url) => {
      const applied = await apply(url, { mode: values.check ? "check" : "auto" })
      const lines =
        applied.length === 0 ? ["The database is up to date."] : applied.map((each) => `Applied ${each}`)
      answer(values.json, { applied }, lines)
    })
  },
}

const optionTypes = { json: { type: "boolean" } } as const

const dumpOptions = { ...optionTypes, "key-file": { type: "string" } } as const

/** The passphrase of an encrypted dump; null without `--key-file`. It stands in a file, since every user of a machine can read arguments. */
async function passphraseOf(file: string | undefined): Promise<string | null> {
  if (file === undefined) return null
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`--key-file: ${file} can't be read`)
  })
  const passphrase = text.trim()
  if (passphrase.length < leastPassphrase)
    throw new UsageError(
      `--key-file: ${file} needs ${leastPassphrase} characters or more, such as \`openssl rand -base64 32\` makes`,
    )
  return passphrase
}

export const dump: Command = {
  usage: "FILE [--key-file FILE] [--json]",
  example: "backup.dump --key-file dump.key",
  summary: "Write all data to one file, as of one moment, while the service runs",
  async run(args, settings) {
    const { word: file, values } = wordAndOptionsOf(args, dumpOptions, "one file's path")
    const passphrase = await passphraseOf(values["key-file"])
    await withServer(settings(), async (url) => {
      const rows = await write(url, (await opened(file, "wx")).createWriteStream(), passphrase)
      const advice =
        passphrase === null ? "keep it safe." : "it is encrypted, and nobody reads it without the key file."
      answer(values.json, { file, rows, encrypted: passphrase !== null }, [
        `Wrote ${rows} rows to ${file}. It holds personal data: ${advice}`,
      ])
    })
  },
}

export const restore: Command = {
  usage: "FILE [--key-file FILE] [--json]",
  example: "backup.dump --key-file dump.key",
  summary: "Read a dump into an empty database",
  async run(args, settings) {
    const { word: file, values } = wordAndOptionsOf(args, dumpOptions, "one file's path")
    const passphrase = await passphraseOf(values["key-file"])
    const config = settings()
    let rows = 0
    await withServer(config, async (url) => {
      rows = await read(url, (await opened(file, "r")).createReadStream(), {
        passphrase,
        afterRestore: (client) => afterRestore(dbOf(client)),
      })
    })
    await withReturn(config, false, async (_, returned) =>
      answer(values.json, { file, rows, set_right: shownReturn(returned) }, [
        `Restored ${rows} rows from ${file}.`,
        ...returnLines(returned),
      ]),
    )
  },
}

export const recovered: Command = {
  usage: "[--send-texts | --drop-texts] [--json]",
  example: "--send-texts",
  summary:
    "After a restore to a point in time: set right what must not come back, and see to texts that wait",
  async run(args, settings) {
    const { values } = optionsOf(args, {
      ...optionTypes,
      "send-texts": { type: "boolean" },
      "drop-texts": { type: "boolean" },
    })
    const isAboutTexts = values["send-texts"] || values["drop-texts"]
    await withReturn(settings(), !isAboutTexts, async ({ db }, returned) => {
      if (!isAboutTexts) {
        answer(values.json, { set_right: shownReturn(returned) }, returnLines(returned))
        return
      }
      const texts = await db.transaction((tx) => releaseHeld(tx, values["send-texts"] ?? false))
      const fate = values["send-texts"] ? "go now, as far as they are still of use" : "are given up"
      answer(values.json, { texts }, [`${texts} texts ${fate}.`])
    })
  },
}

/** Only its owner can read the file. */
async function opened(file: string, flags: "wx" | "r"): Promise<FileHandle> {
  try {
    return await open(file, flags, 0o600)
  } catch (error) {
    throw new UsageError(`The file can't be opened: ${(error as Error).message}`)
  }
}
