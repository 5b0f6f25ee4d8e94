import { eventTypes } from "../../../../domain/model/event.ts"
import type { AppointedEvent } from "../../../../sdk/src/index.ts"
import { type Command, optionsOf, UsageError } from "../command.ts"
import { type Forwarded, forward, outcomeText, secretOf } from "./forward.ts"
import { clientOf, hostOptions, hostUsage, receiverUrl, untilStopped } from "./host.ts"

/** Shows events until it is stopped. A receiver that is down is shown as such, and the next event is tried again. */
export const listen: Command = {
  usage: `${hostUsage} [--forward-to URL] [--secret SECRET] [--types TYPES] [--since EVENT] [--json]`,
  example: "--forward-to http://127.0.0.1:4000/hooks --types appointment.created",
  summary: "Show a company's events as they happen, and post them, signed, to a receiver on your machine",
  async run(args) {
    const { values } = optionsOf(args, {
      ...hostOptions,
      "forward-to": { type: "string" },
      secret: { type: "string" },
      types: { type: "string" },
      since: { type: "string" },
      json: { type: "boolean", default: false },
    })
    const url = values["forward-to"] === undefined ? null : receiverUrl(values["forward-to"])
    const secret = secretOf(values.secret)
    const client = await clientOf(values)
    const company = await client.readCompany()
    const say = (words: string) => process.stderr.write(`${words}\n`)
    if (url !== null) say(`Events are signed with ${values.secret === undefined ? secret : "your secret"}.`)
    let isOpen = false
    const events = client.streamEvents({
      ...(values.types === undefined ? {} : { types: typesOf(values.types) }),
      ...(values.since === undefined ? {} : { lastEventId: values.since }),
      signal: untilStopped(),
      onOpen: () => {
        say(isOpen ? "Connected again." : `Listening to the events of ${company.name}.`)
        isOpen = true
      },
    })
    for await (const event of events) {
      const forwarded = url === null ? null : await forward(url, secret, event)
      process.stdout.write(values.json ? lineOf(event, forwarded) : wordsOf(event, forwarded))
    }
  },
}

function typesOf(text: string): AppointedEvent["type"][] {
  const types = text.split(",")
  const unknown = types.find((type) => !(eventTypes as readonly string[]).includes(type))
  if (unknown === undefined) return types as AppointedEvent["type"][]
  throw new UsageError(`--types: "${unknown}" is none of ${eventTypes.join(", ")}`)
}

const lineOf = (event: AppointedEvent, forwarded: Forwarded | null) =>
  `${JSON.stringify(forwarded === null ? { event } : { event, forwarded })}\n`

function wordsOf({ occurred_at, type, id }: AppointedEvent, forwarded: Forwarded | null): string {
  const outcome = forwarded === null ? "" : ` → ${outcomeText(forwarded)}`
  return `${occurred_at} ${type} ${id}${outcome}\n`
}
