/**
 * A browser's memory of the appointments that were booked with it, so that the customer finds the way back: in the local
 * storage of the pages' origin, until each is over. Where the browser refuses that, nothing is remembered.
 */
import type { AppointmentView } from "../../domain/contracts/customer-pages.ts"
import { askForChanges } from "./link-changes.ts"
import { tokenOfLink } from "./link-token.ts"

export interface Remembered {
  /** The path of the company's page. */
  page: string
  /** The private link that opens the appointment. */
  manageUrl: string
  /** When it begins and ends, ISO 8601 UTC: the soonest is shown, and what is over is not. Who opens the page reads neither. */
  from: string
  until: string
  /** It was asked for, and is not booked yet. */
  isPending?: boolean
  /** The version of the service's last answer; left out before it was asked. */
  version?: string
}

/** The script in the HTML that hides the first step until the remembered ones stand there uses the same key. */
const key = "appointments"

/** A browser that many people book with remembers the newest of them. */
const mostRemembered = 12

function read(): Remembered[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "[]")
    // An older page kept the day and what was booked, which are kept no longer.
    return Array.isArray(found) ? found.filter(({ until }) => until) : []
  } catch {
    return []
  }
}

function write(all: Remembered[]): void {
  try {
    if (all.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(all.slice(-mostRemembered)))
  } catch {
    // The browser refuses: the link by text or in the calendar is the way back.
  }
}

/** The bookings on this company's page that are not over, the earliest first. */
export function rememberedOn(page: string, now: string): Remembered[] {
  const own = read().filter((one) => one.page === page && one.until > now)
  return own.sort((a, b) => a.from.localeCompare(b.from))
}

/**
 * The appointments that stand by the service's own answer: cancelled ones are forgotten, moved ones have their new times,
 * and those that cannot be asked about now are not shown.
 */
export async function stillStanding(page: string, now: string): Promise<Remembered[]> {
  const known = rememberedOn(page, now)
  if (known.length === 0) return known
  const answered = new Set<string>()
  const asking = known.map(async ({ manageUrl, version = "" }) => {
    const found = await askForChanges(tokenOfLink(manageUrl), version)
    if (!found.ok && found.code !== "link_ended") return
    answered.add(manageUrl)
    if (found.ok && found.data === null) return
    const { appointment, version: newest } = (found.ok && found.data) || nothing
    updateRemembered(new URL(manageUrl).pathname, appointment, newest)
  })
  await Promise.all(asking)
  return rememberedOn(page, now).filter(({ manageUrl }) => answered.has(manageUrl))
}

const nothing = { appointment: null, version: "" }

/** When it begins and ends, and whether it is only asked for. */
export const standingOf = ({ blocks, pending }: Pick<AppointmentView, "blocks" | "pending">) => ({
  from: blocks[0]!.startTime,
  until: blocks.at(-1)!.endTime,
  isPending: pending !== undefined,
})

/** A second time replaces the first. */
export function remember(appointment: Remembered): void {
  write([...read().filter(({ manageUrl }) => manageUrl !== appointment.manageUrl), appointment])
}

export function forgetAll(page: string): void {
  write(read().filter((one) => one.page !== page))
}

/** Remembers the view of the link's own page: a moved appointment has its new times, and a cancelled one is forgotten. */
export function updateRemembered(path: string, appointment: AppointmentView | null, version = ""): void {
  const all = read()
  const isShown = ({ manageUrl }: Remembered) => new URL(manageUrl).pathname === path
  if (!all.some(isShown)) return
  write(
    all.flatMap((one) =>
      !isShown(one) ? one : appointment ? { ...one, ...standingOf(appointment), version } : [],
    ),
  )
}
