/** The deeds on an appointment, and the troubles outside of it, with the test that proves each for each capability. */
import type { CapabilityName } from "./capabilities.ts"
import type { Fate } from "./cells.ts"
import { followed, notFollowed, refusedDeed } from "./follow-rows.ts"
import { type Deed as AskingDeed, cells, type Interface, type Kind } from "./rows.ts"

export const deeds = [
  ...["offer", "explain", "book by the company"],
  ...["book by a link", "book on the public page", "book by an agent", "book by a waiting link"],
  ...["move", "lengthen", "cancel", "reopen", "propose and accept", "undo"],
  ...["follow in a text", "follow in a mail", "follow in a calendar file", "follow in an event"],
  ...["follow on the board", "follow on a page", "follow by an agent"],
  ...["report", "import", "export", "zone review", "sick day", "twin"],
] as const
export type Deed = (typeof deeds)[number]

export const outsides = [
  ...["calendar down", "calendar busy", "calendar slow"],
  ...["room off", "provider off", "type changed", "type archived"],
] as const
export type Outside = (typeof outsides)[number]

/** Each pair of a capability with a plain appointment goes all this way. */
const ofEachPair: readonly string[] = [
  ...["offer", "explain", "book by the company", "move", "cancel", "reopen", "follow in an event"],
]

/** The table of calendars has them under its own names. */
const inCalendars: Readonly<Record<string, readonly [AskingDeed, Interface]>> = {
  "book by a link": ["book", "link"],
  "book on the public page": ["book", "public page"],
  "book by an agent": ["book", "agent"],
  "book by a waiting link": ["take offer", "waiting link"],
  "propose and accept": ["accept proposal", "link"],
  "sick day": ["apply broken day", "company"],
  "calendar down": ["book", "company"],
  "calendar busy": ["book", "company"],
  "calendar slow": ["book", "company"],
}

const kindOf: Partial<Record<CapabilityName, Kind>> = {
  plain: "plain",
  "length option": "length option",
  "over several days": "over several days",
  room: "room",
  crew: "crew",
  steps: "steps",
  "several services": "linked services",
  "class seat": "class seat",
  pending: "pending",
  hold: "hold",
  window: "window",
  series: "series",
  // All that the table books has calendars.
  "live calendar": "plain",
}

/** The pair with an offer of the waiting list is booked by its waiting link. */
function outOfAnOffer(capability: CapabilityName): Fate {
  const offer = "waiting-list offer"
  if (capability === offer) return { is: "proven", by: `plain × ${offer}` }
  const isBehind = capability === "customer overlap" || capability === "test company"
  return { is: "proven", by: isBehind ? `${offer} × ${capability}` : `${capability} × ${offer}` }
}

export function fateOf(capability: CapabilityName, what: string): Fate {
  if (ofEachPair.includes(what))
    return { is: "proven", by: capability === "plain" ? "plain × plain" : `plain × ${capability}` }
  if (what === "twin" && capability !== "test company")
    return { is: "proven", by: `${capability} × test company` }
  const because = notFollowed(capability, what)
  if (because !== null) return { is: "otherwise", because }
  const refused = refusedDeed(capability, what)
  if (refused) return { is: "refused", says: refused.says, missedBy: refused.missedBy }
  if (followed.includes(what)) return { is: "proven", by: `${capability} × ${what}` }
  const kind = kindOf[capability]
  const asking = inCalendars[what]
  // A seat asks no calendar, and is booked in all these ways.
  const isSeat = capability === "class seat" && what.startsWith("book")
  if (kind === undefined || asking === undefined || isSeat)
    return what === "book by a waiting link" ? outOfAnOffer(capability) : { is: "silent" }
  const [deed, by] = asking
  const { not } = cells.find((cell) => cell.kind === kind && cell.deed === deed && cell.by === by)!
  return not === null ? { is: "proven", by: `${kind} × ${deed} × ${by}` } : { is: "otherwise", because: not }
}
