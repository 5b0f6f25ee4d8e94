/**
 * The least that a search over HTTP can do: the same authentication, one round trip to the database for the same packed
 * rows, which the driver reads, and the sending of the same answer, which was made beforehand. No question is judged, no
 * hours and minutes are unpacked, no times found, no text written. The answer is always the same piece of memory, which
 * is as warm as can be.
 */
import { strictEqual } from "node:assert"
import type { FastifyInstance } from "fastify"
import { finished } from "../../domain/rules/availability/steps.ts"
import type { AppContext } from "../../service/platform/context.ts"
import type { Call } from "../../service/platform/operation.ts"
import { dbBy } from "../../service/platform/pg/transaction.ts"
import { findSlotsOperation } from "../../service/slots/find-slots.ts"
import type { FoundSlots } from "../../service/slots/found-slots.ts"
import { findSlots } from "../../service/slots/search-slots.ts"
import { companyAuthentication } from "../../service/ways-in/company-api/authenticate.ts"
import { encodeSlots } from "../../service/ways-in/http/encode-slots.ts"

type Question = Parameters<typeof findSlots>[2]

interface Statement {
  text: string
  values: readonly unknown[]
}

interface Search {
  /** The one statement that the search sends. */
  statement: Statement
  found: FoundSlots
}

/** Beside each path: the same round trip with an answer of a few bytes, to tell what the sending takes. */
export const shortPath = (path: string) => `${path}/short`

/** Mounts `POST <path>` for all who may search, and its short form; both do the round trip of this one search. */
export async function mountPackedRows(
  app: FastifyInstance,
  context: AppContext,
  path: string,
  call: Call,
  question: Question,
): Promise<void> {
  const authenticate = companyAuthentication(context)
  const { statement, found } = await searchOnce(context, call, question)
  const answer = Buffer.concat([...finished(encodeSlots(found)).pieces()])
  const mount = (at: string, body: Buffer | string) =>
    app.post(at, {
      onRequest: async (request) => {
        request.caller = await authenticate(request, findSlotsOperation)
      },
      handler: async (_request, reply) => {
        await context.db.query(statement.text, statement.values)
        return reply.header("cache-control", "no-store").type("application/json; charset=utf-8").send(body)
      },
    })
  mount(path, answer)
  mount(shortPath(path), '{"success":true}')
}

async function searchOnce(context: AppContext, call: Call, question: Question): Promise<Search> {
  const sent: Statement[] = []
  const listening = dbBy((text, values = []) => {
    sent.push({ text, values })
    return context.db.query(text, values)
  })
  const found = await findSlots({ ...context, db: { ...context.db, ...listening } }, call, question)
  strictEqual(sent.length, 1, "a search is one round trip")
  return { statement: sent[0]!, found }
}
