import { rotateSecrets } from "../../privacy/rotate-secrets.ts"
import { answer, type Command, optionsOf } from "./command.ts"
import { withContext } from "./with-context.ts"

export const secretsRotate: Command = {
  usage: "[--json]",
  example: "--json",
  summary: "Encrypt every row anew under the newest key of SECRET_KEY, so that the older ones can be dropped",
  async run(args, settings) {
    const { values } = optionsOf(args, { json: { type: "boolean" } })
    const config = settings()
    await withContext(config, async (context) => {
      const { keyId, rewritten, left } = await rotateSecrets(context)
      const held = config.secrets.encryption.map(({ id }) => id)
      const unneeded = held.filter((id) => id !== keyId && left[id] === undefined)
      answer(values.json, { key: keyId, rewritten, left, unneeded }, [
        `${rewritten} rows are now under the key ${keyId}.`,
        ...Object.entries(left).map(([id, rows]) => stillUnder(id, rows, held)),
        ...unneeded.map(
          (id) => `Nothing kept needs the key ${id}. Drop it tomorrow: today's limits count under it.`,
        ),
      ])
      if (Object.keys(left).length > 0) process.exitCode = 1
    })
  },
}

const stillUnder = (id: string, rows: number, held: readonly string[]) =>
  held.includes(id)
    ? `${rows} rows are still under the key ${id}: do all processes have the new key in front? Run this again.`
    : `${rows} rows are under the key ${id}, which is not set: put it back behind the others, and run this again.`
