/**
 * The choices and contact details that an address of the page, or the site around it, fills in. All is optional: what this page
 * does not have is left out.
 */
import type { Prefill } from "../../../domain/contracts/frame.ts"
import type { Action } from "./actions.ts"
import type { State } from "./state.ts"
import { wishForType } from "./wish.ts"

declare global {
  /** Taken out of the address bar before anything loads; see `prefillScript`. */
  var prefill: Partial<Record<keyof Prefill, unknown>> | undefined
}

const longest = 200

/** Returns the steps that a visitor would take. Each filling is taken once. */
export function prefilled({ view, wish: present }: Pick<State, "view" | "wish">): Action[] {
  const { prefill = {} } = globalThis
  globalThis.prefill = undefined
  const given = (name: keyof Prefill) => {
    const value = prefill[name]
    return typeof value === "string" && value.length <= longest ? value.trim() : ""
  }
  const named = <One extends { id: number; name: string }>(all: readonly One[], wanted: string) =>
    all.find(({ id, name }) => String(id) === wanted || name.toLowerCase() === wanted.toLowerCase())
  const actions: Action[] = []
  const words = given("name").split(/\s+/)
  const last = words.length > 1 ? words.pop()! : ""
  const typed = { firstName: words.join(" "), lastName: last, email: given("email"), phone: given("phone") }
  const values = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""))
  if (Object.keys(values).length > 0) actions.push({ type: "typed", values })
  if (!view.canSendCodes) return actions
  const type = named(view.types, given("type"))
  const wish = type ? wishForType(type, view) : present
  if (type && wish) actions.push({ type: "pickWish", wish })
  const place = wish && named(wish.locations, given("place"))
  if (place) actions.push({ type: "pickLocation", locationId: place.id })
  const person = wish && named(wish.providers, given("person"))
  if (person && (!place || person.locationIds.includes(place.id)))
    actions.push({ type: "pickProvider", providerId: person.id })
  return actions
}
