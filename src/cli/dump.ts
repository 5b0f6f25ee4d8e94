import { createReadStream, createWriteStream } from "node:fs"
import { createLog } from "../adapters/log.ts"
import { dump as write } from "../database/dump.ts"
import { restore as read } from "../database/restore.ts"
import { reachServer } from "../database/storage.ts"
import { afterRestore } from "../store/events.ts"
import { answer, type Command, fileAndOptionsOf } from "./command.ts"

const optionTypes = { json: { type: "boolean" } } as const

export const dump: Command = {
  name: "dump",
  usage: "FILE [--json]",
  summary: "Write all data to one file, as of one moment, while the service runs",
  async run(args, settings) {
    const { file, values } = fileAndOptionsOf(args, optionTypes)
    const config = settings()
    const { url, cluster } = await reachServer(config, createLog({ level: config.logLevel }))
    try {
      const rows = await write(url, createWriteStream(file, { flags: "wx", mode: 0o600 }))
      answer(values.json, { file, rows }, [
        `Wrote ${rows} rows to ${file}. It holds personal data: keep it safe.`,
      ])
    } finally {
      await cluster?.stop()
    }
  },
}

export const restore: Command = {
  name: "restore",
  usage: "FILE [--json]",
  summary: "Read a dump into an empty database",
  async run(args, settings) {
    const { file, values } = fileAndOptionsOf(args, optionTypes)
    const config = settings()
    const { url, cluster } = await reachServer(config, createLog({ level: config.logLevel }))
    try {
      const rows = await read(url, createReadStream(file), {
        afterRestore: (client) =>
          afterRestore({
            async query<Row>(text: string, sent: readonly unknown[] = []) {
              return (await client.query(text, sent as unknown[])).rows as Row[]
            },
          }),
      })
      answer(values.json, { file, rows }, [`Restored ${rows} rows from ${file}.`])
    } finally {
      await cluster?.stop()
    }
  },
}
