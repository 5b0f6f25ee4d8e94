import { migrate as apply } from "../database/migrate.ts"
import { answer, type Command, optionsOf } from "./command.ts"
import { withServer } from "./opened.ts"

export const migrate: Command = {
  name: "migrate",
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
