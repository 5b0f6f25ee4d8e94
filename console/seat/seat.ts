/** The seat's state: whose day it is, what waits to be sent, and whether there is a line. */
import {
  bodyOf,
  type Day,
  type Deed,
  isForLater,
  type OwnVisit,
  type Press,
  type Reason,
  requestOf,
} from "./presses.ts"
import {
  addPress,
  deletePress,
  forgetKept,
  type Kept,
  keep,
  putPress,
  readKept,
  readPresses,
} from "./store.ts"

export interface Seat {
  kept: Kept | null
  presses: readonly Press[]
  /** `away`: the browser has no session of a user who has a seat. */
  line: "there" | "cut" | "away"
}

let seat: Seat = { kept: null, presses: [], line: "there" }
const listeners = new Set<() => void>()
export const presentSeat = (): Seat => seat

export function onSeat(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(fields: Partial<Seat>): void {
  seat = { ...seat, ...fields }
  for (const listener of listeners) listener()
}

/** This is the service's time, however wrong the phone's clock is. */
export const nowMs = (): number => Date.now() + (seat.kept?.clockMs ?? 0)

const readAgainMs = 60_000
const sendAgainMs = 5_000

/** Shows what the phone has kept, then asks the service. */
export async function startSeat(): Promise<void> {
  const [kept = null, presses] = await Promise.all([readKept(), readPresses()])
  change({ kept, presses })
  const again = () => void goOn()
  addEventListener("online", again)
  document.addEventListener("visibilitychange", again)
  setInterval(() => document.visibilityState === "visible" && again(), readAgainMs)
  setInterval(() => waiting().length > 0 && again(), sendAgainMs)
  const first = goOn()
  if (kept === null) await first
}

/** Reads what the present user has pressed and the phone has not sent yet. */
export const waiting = (): Press[] =>
  seat.presses.filter(({ userId, refused }) => userId === seat.kept?.userId && refused === undefined)

export const refused = (): Press[] =>
  seat.presses.filter((press) => press.userId === seat.kept?.userId && press.refused !== undefined)

/** Kept before anything is sent. */
export async function press(
  visit: OwnVisit,
  deed: Deed,
  more: { minutes?: number; reason?: Reason } = {},
): Promise<void> {
  const at = nowMs()
  const { kept } = seat
  if (!kept) return
  await addPress({
    ...{ key: crypto.randomUUID(), userId: kept.userId, visitId: visit.id, name: visit.customer.name },
    ...{ deed, at, body: bodyOf(deed, visit, { at, ...more }) },
  })
  change({ presses: await readPresses() })
  void goOn()
}

export async function dismiss({ id }: Press): Promise<void> {
  await deletePress(id)
  change({ presses: await readPresses() })
}

/** One tab at a time sends, in the order of the presses, and then reads the day. */
async function goOn(): Promise<void> {
  await navigator.locks.request("appointed-seat", { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    try {
      if ((await sendAll()) && waiting().length === 0) await readDay()
    } catch {
      change({ line: "cut" })
    }
  })
}

/** False where the line is cut, or where the session has ended. */
async function sendAll(): Promise<boolean> {
  change({ presses: await readPresses() })
  for (let next = waiting()[0]; next; next = waiting()[0]) {
    const [method, path] = requestOf(next)
    const answer = await ask(method, path, next)
    if (answer.status === 401) return leave()
    const code = answer.ok ? undefined : await codeOf(answer)
    if (isForLater(answer.status, code)) {
      change({ line: "cut" })
      return false
    }
    if (answer.ok) await deletePress(next.id)
    else await putPress({ ...next, refused: code ?? "unknown" })
    change({ presses: await readPresses(), line: "there" })
    if (answer.ok && method === "POST") take(await dataOf(answer))
  }
  return true
}

/** Shows what the answer says of the visit until the day is read. */
function take({ id, version }: { id: number; version: number }): void {
  const { kept } = seat
  if (!kept) return
  const visits = kept.day.visits.map((visit) => (visit.id === id ? { ...visit, version } : visit))
  change({ kept: { ...kept, day: { ...kept.day, visits } } })
}

async function readDay(): Promise<void> {
  const who = await ask("GET", "/users/me")
  const read = who.ok ? await ask("GET", "/my-day") : who
  if (read.status === 401 || read.status === 403) return void leave()
  if (!read.ok) throw new Error(`my-day: ${read.status}`)
  const [{ id, session_id }, day] = [await dataOf(who), await dataOf(read)] as [
    { id: number; session_id: number },
    Day,
  ]
  const kept = { userId: id, sessionId: session_id, day, clockMs: Date.parse(day.now) - Date.now() }
  await keep(kept)
  change({ kept, line: "there" })
}

/** The session has ended: the day is shown no longer, and what waits stays for its user. */
function leave(): false {
  void forgetKept()
  change({ line: "away", kept: null })
  return false
}

export async function signOut(): Promise<void> {
  await fetch("/console/session", { method: "DELETE", headers: { "x-console": "1" } }).catch(() => null)
  leave()
}

const timeoutMs = 15_000

function ask(method: "GET" | "POST" | "DELETE", path: string, sent?: Press): Promise<Response> {
  const { kept } = seat
  return fetch(`/api/v1${path}`, {
    method,
    cache: "no-store",
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      "x-console": "1",
      // The cookie may be another user's by now, who has signed in beside.
      ...(sent && kept ? { "x-console-session": String(kept.sessionId) } : {}),
      ...(sent ? { "idempotency-key": sent.key } : { "x-unattended": "1" }),
      ...(method === "POST" ? { "content-type": "application/json" } : {}),
    },
    ...(method === "POST" ? { body: JSON.stringify(sent?.body ?? {}) } : {}),
  })
}

const dataOf = async (answer: Response) => ((await answer.json()) as { data: never }).data
const codeOf = async (answer: Response): Promise<string | undefined> =>
  ((await answer.json().catch(() => ({}))) as { error?: { code?: string } }).error?.code
