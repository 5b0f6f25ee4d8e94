/** The operator's commands on the database as a whole. */
import { type FileHandle, open } from "node:fs/promises"
import { dump as write } from "../database/dump.ts"
import { migrate as apply } from "../database/migrate.ts"
import { restore as read } from "../database/restore.ts"
import { afterRestore } from "../store/events.ts"
import { connectTo } from "../store/pg/servers.ts"
import { dbOf } from "../store/pg/transaction.ts"
import { answer, type Command, optionsOf, UsageError, wordAndOptionsOf } from "./command.ts"
import { withServer } from "./with-server.ts"

export const migrate: Command = {
  usage: "[--check] [--json]",
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

export const dump: Command = {
  usage: "FILE [--json]",
  summary: "Write all data to one file, as of one moment, while the service runs",
  async run(args, settings) {
    const { word: file, values } = wordAndOptionsOf(args, optionTypes, "one file's path")
    await withServer(settings(), async (url) => {
      const rows = await write(url, (await opened(file, "wx")).createWriteStream())
      answer(values.json, { file, rows }, [
        `Wrote ${rows} rows to ${file}. It holds personal data: keep it safe.`,
      ])
    })
  },
}

export const restore: Command = {
  usage: "FILE [--json]",
  summary: "Read a dump into an empty database",
  async run(args, settings) {
    const { word: file, values } = wordAndOptionsOf(args, optionTypes, "one file's path")
    await withServer(settings(), async (url) => {
      const rows = await read(url, (await opened(file, "r")).createReadStream(), {
        afterRestore: (client) => afterRestore(dbOf(client)),
      })
      answer(values.json, { file, rows }, [`Restored ${rows} rows from ${file}.`])
    })
  },
}

export const recovered: Command = {
  usage: "[--json]",
  summary: "After a restore to a point in time: let readers of events go on from there",
  async run(args, settings) {
    const { values } = optionsOf(args, optionTypes)
    await withServer(settings(), async (url) => {
      const client = await connectTo(url)
      await afterRestore(dbOf(client)).finally(() => client.end())
      answer(values.json, {}, ["Readers of events go on from the restored data."])
    })
  },
}

/** Readable by nobody else where it is made. */
async function opened(file: string, flags: "wx" | "r"): Promise<FileHandle> {
  try {
    return await open(file, flags, 0o600)
  } catch (error) {
    throw new UsageError(`The file can't be opened: ${(error as Error).message}`)
  }
}
