import { randomInt } from "node:crypto"
import { eventId, eventTypes, webhookTest } from "../../../../domain/model/event.ts"
import { eventExamples } from "../../../../domain/model/event-examples.ts"
import { testEvent } from "../../../../domain/model/event-schemas.ts"
import { answer, type Command, needed, UsageError, wordAndOptionsOf } from "../command.ts"
import { forward, outcomeText, secretOf } from "./forward.ts"
import { receiverUrl } from "./host.ts"

const types = [...eventTypes, webhookTest]

const options = {
  "forward-to": { type: "string" },
  secret: { type: "string" },
  json: { type: "boolean" },
} as const

/** Nothing is asked of a service: an appointment made for a test would text a customer. */
export const trigger: Command = {
  usage: "EVENT --forward-to URL [--secret SECRET] [--json]",
  example: "appointment.created --forward-to http://127.0.0.1:4000/hooks",
  summary: `Post a sample of an event, signed, to a receiver on your machine: ${types.join(", ")}`,
  async run(args) {
    const { word: type, values } = wordAndOptionsOf(args, options, `one event: ${types.join(", ")}`)
    const event = sampleOf(type)
    const url = receiverUrl(needed(values["forward-to"], "forward-to"))
    const secret = secretOf(values.secret)
    const forwarded = await forward(url, secret, event)
    answer(values.json, { event, forwarded, secret }, [
      ...(values.secret === undefined ? [`Signed with ${secret}.`] : []),
      `${type} ${event.id} → ${outcomeText(forwarded)}`,
    ])
    if (forwarded.status === null || forwarded.status >= 300) process.exitCode = 1
  },
}

/** With an id of its own, since receivers skip those that they have had. */
function sampleOf(type: string) {
  const id = randomInt(2 ** 47)
  const now = Date.now()
  if (type === webhookTest) return testEvent(1, id, { kind: "system" }, now)
  const known = eventTypes.find((each) => each === type)
  if (known === undefined) throw new UsageError(`There is no event "${type}". There are: ${types.join(", ")}`)
  return { ...eventExamples[known], id: eventId(id), occurred_at: new Date(now).toISOString() }
}
