/** The refusals that the tests have met, by operation. A whole `npm test` asks at its end whether each described one was. */
import { randomUUID } from "node:crypto"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { FastifyInstance } from "fastify"
import { asRefusal } from "../../service/ways-in/http/errors.ts"

/** Set by `bin/test.js` for a whole run. */
const folder = process.env.REFUSALS_MET

/** `POST /api/v1/customers phone_taken` */
export const refusalName = (method: string, route: string, code: string) => `${method} ${route} ${code}`

/** Listens to the server from before its first request. Returns what writes down all that was met. */
export function noteRefusals(app: FastifyInstance): () => Promise<void> {
  const met = new Set<string>()
  if (folder === undefined) return async () => {}
  app.addHook("onError", async ({ method, routeOptions }, _reply, error) => {
    const code = asRefusal(error)?.code ?? "internal"
    met.add(refusalName(method, routeOptions.url ?? "", code))
  })
  return () => writeFile(join(folder, `${randomUUID()}.txt`), [...met].join("\n"))
}

/** All that was met in the run so far. Throws outside of a whole run. */
export async function readRefusalsMet(): Promise<ReadonlySet<string>> {
  if (folder === undefined) throw new Error("needs the notes of a whole `npm test`")
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")))
  return new Set(texts.flatMap((text) => text.split("\n")))
}
