/** One call of one staff tool: its inputs become a call of the company API, which judges them. */
import type { FastifyInstance, FastifyRequest } from "fastify"
import { credentialOf } from "../../../domain/model/actor.ts"
import type { Identity } from "../../people/credentials.ts"
import type { AppContext } from "../../platform/context.ts"
import { permittedRoles, scopeOf } from "../company-api/authenticate.ts"
import { companyMounts } from "../company-api/mounts.ts"
import { callInside, type InnerAnswer } from "../http/inner-calls.ts"
import { judged } from "../http/issues.ts"
import type { Mount } from "../http/mount.ts"
import { confirmationFor, type Deed, versionConfirmed } from "./confirmations.ts"
import { shortSlots, shown } from "./shown.ts"
import { type StaffTool, staffTools } from "./staff-tools.ts"

/** Everything of the request for which tools are called. */
export interface StaffCaller {
  app: FastifyInstance
  context: AppContext
  identity: Identity
  request: FastifyRequest
}

type Inputs = Readonly<Record<string, unknown>>

const mountOf = new Map(companyMounts.map((mount) => [mount.operation.name, mount]))

function mountNamed(name: string): Mount {
  const mount = mountOf.get(name)
  if (!mount) throw new Error(`${name}: no operation of the company API`)
  return mount
}

/** The operations that a tool calls, in the order in which they are first needed. */
export const operationsOf = ({ calls, preview, previewEach, versionOf }: StaffTool): string[] => [
  ...new Set([versionOf, preview, previewEach, calls].filter((name) => name !== undefined)),
]

/** True where the caller's role and scopes open all that the tool calls. */
export function isOpenTo(tool: StaffTool, { actor, scopes }: Identity): boolean {
  return operationsOf(tool).every((name) => {
    const { operation, method } = mountNamed(name)
    if (operation.open) return false
    const { keys, users } = permittedRoles(operation)
    const may =
      actor.kind === "admin_user"
        ? users.includes(actor.role)
        : actor.kind === "api_key" && keys.includes(actor.role)
    return may && (!scopes || scopes.has(scopeOf(method, operation)))
  })
}

export const toolsFor = (identity: Identity): readonly StaffTool[] =>
  staffTools.filter((tool) => isOpenTo(tool, identity))

/** The API's refusal of an inner call, word for word. */
export class RefusedInside extends Error {
  readonly error: { code: string; message: string }

  constructor(error: { code: string; message: string }) {
    super(error.message)
    this.name = "RefusedInside"
    this.error = error
  }
}

/** Throws `RefusedInside`, and `Refusal` for inputs that are none of the tool's. `confirm` is what the model sends back of the first answer; undefined at the first call. */
export async function callStaffTool(
  caller: StaffCaller,
  tool: StaffTool,
  sent: Inputs,
  confirm: string | undefined,
): Promise<unknown> {
  const inputs = judged(tool.input, sent, "body") as Inputs
  if (tool.preview === undefined) return shownOf(tool, await ask(caller, tool, tool.calls, inputs))
  const { context, identity } = caller
  const deed: Deed = { tool: tool.name, inputs, credential: actingOf(identity) }
  const now = context.clock.now()
  const version = confirm === undefined ? null : versionConfirmed(context.sealer, deed, confirm, now)
  if (version !== null) {
    const kept = tool.versionOf === undefined ? {} : { if_version: version }
    const done = await ask(caller, tool, tool.calls, { ...inputs, ...kept }, confirm)
    return { done: true, ...(shownOf(tool, done) as object) }
  }
  const record =
    tool.versionOf && ((await ask(caller, tool, tool.versionOf, inputs)).data as { version: number })
  const preview = await ask(caller, tool, tool.preview, inputs)
  return {
    done: false,
    next:
      (confirm === undefined ? "" : "That `confirm` is for other inputs, or older than ten minutes. ") +
      "Nothing is changed yet. Tell the user what would be sent, and call again with the same inputs and this `confirm` when they agree.",
    confirm: confirmationFor(context.sealer, deed, record ? record.version : 0, now),
    would_cause: shown(preview.data),
    ...(await messagesOf(caller, tool, inputs, preview.data)),
  }
}

const mostMessages = 10

/** A deed that tells several customers shows what the first of them would read. */
async function messagesOf(
  caller: StaffCaller,
  tool: StaffTool,
  inputs: Inputs,
  previewed: unknown,
): Promise<object> {
  if (tool.previewEach === undefined) return {}
  const { proposals } = previewed as { proposals: { appointment_id: number; outcome: string }[] }
  const told = proposals.filter(({ outcome }) => outcome === "told" || outcome === "unplaced")
  const messages: unknown[] = []
  for (const { appointment_id } of told.slice(0, mostMessages)) {
    const { data } = await ask(caller, tool, tool.previewEach, { ...inputs, appointment_id })
    messages.push({ appointment_id, ...(shown(data) as object) })
  }
  return { messages, messages_left_out: Math.max(0, told.length - mostMessages) }
}

/** Two apps of one user have not said yes for one another. */
const actingOf = ({ companyId, actor }: Identity): string =>
  `${companyId} ${credentialOf(actor)} ${actor.kind === "admin_user" ? (actor.appId ?? "") : ""}`

function shownOf(tool: StaffTool, { data, next_cursor }: InnerAnswer["body"]): unknown {
  const short = tool.calls === "find_slots" ? shortSlots(data) : data
  if (next_cursor === undefined) return shown(short)
  return { rows: shown(short), ...(next_cursor === null ? {} : { next_cursor }) }
}

async function ask(
  { app, identity, request }: StaffCaller,
  tool: StaffTool,
  name: string,
  inputs: Inputs,
  confirm?: string,
): Promise<InnerAnswer["body"]> {
  const mount = mountNamed(name)
  const { url, rest } = addressOf(mount, tool, inputs)
  const sent = takenBy(mount, { ...rest, ...tool.fixed })
  const query = new URLSearchParams(Object.entries(sent).map(([key, value]) => [key, String(value)]))
  const isRead = mount.method === "GET"
  const { status, body } = await callInside(app, identity, request, {
    method: mount.method,
    url: isRead && query.size > 0 ? `${url}?${query}` : url,
    body: isRead ? undefined : sent,
    ...(confirm === undefined ? {} : { idempotencyKey: `mcp ${confirm}` }),
  })
  if (status >= 400) throw new RefusedInside(body.error as RefusedInside["error"])
  return body
}

function addressOf(mount: Mount, { path = {} }: StaffTool, inputs: Inputs): { url: string; rest: Inputs } {
  const values = new Map(Object.entries(path).map(([input, name]) => [name, String(inputs[input])]))
  const url = mount.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.get(name)!))
  const rest = Object.entries(inputs).filter(([input]) => !(input in path))
  return { url: `/api/v1${url}`, rest: Object.fromEntries(rest) }
}

/** The inputs that the operation knows: a preview takes fewer than the deed, and a record's address none. */
function takenBy({ method, operation }: Mount, inputs: Inputs): Record<string, unknown> {
  const shape = (schema: unknown) => (schema as { shape?: object } | undefined)?.shape
  const known = method === "GET" ? (shape(operation.query) ?? {}) : shape(operation.body)
  if (known === undefined) return { ...inputs }
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => name in known))
}
