import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { freezeNewMigrations } from "../database/migration-files.ts"
import { generateSchema } from "../database/schema-text.ts"
import { generateDocuments } from "../http/api-docs/generate.ts"
import { type Command, optionsOf } from "./command.ts"

const root = join(import.meta.dirname, "../..")

const written =
  "openapi.json, agent-tools.json, agent-platform, contracts/events.v1.json, schema.sql and migrations/frozen.sha256"

export const generate: Command = {
  name: "generate",
  usage: "",
  summary: `Write ${written} anew, for whoever changes the code`,
  async run(args) {
    optionsOf(args, {})
    await generateDocuments(root)
    freezeNewMigrations()
    await writeFile(join(root, "schema.sql"), await generateSchema())
    process.stdout.write(`Wrote ${written}\n`)
  },
}
