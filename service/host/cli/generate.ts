import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { generateDocuments, staleDocuments } from "../../ways-in/api-docs/generate.ts"
import { freezeNewMigrations } from "../database/migration-files.ts"
import { generateSchema } from "../database/schema-text.ts"
import { type Command, optionsOf } from "./command.ts"

const root = join(import.meta.dirname, "../../..")

const written = "api/, the SDK's types and service/host/migrations/frozen.sha256"

export const generate: Command = {
  usage: "[--check]",
  example: "--check",
  summary: `Write ${written} anew, for those who change the code; or only check the documents`,
  async run(args) {
    const { check } = optionsOf(args, { check: { type: "boolean" } }).values
    if (check) return reportStale(await staleDocuments(root))
    await generateDocuments(root)
    freezeNewMigrations()
    await writeFile(join(root, "api/schema.sql"), await generateSchema())
    process.stdout.write(`Wrote ${written}\n`)
  },
}

function reportStale(stale: readonly string[]): void {
  if (stale.length === 0) return
  process.stderr.write(`Stale: ${stale.join(", ")}. Run npm run generate.\n`)
  process.exitCode = 1
}
