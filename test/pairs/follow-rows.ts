/** The follow-ups of a booking, run for each capability by `follow.test.ts`, and those that it does not have. */
import { type CapabilityName, capabilities } from "./capabilities.ts"

export const followed: readonly string[] = [
  ...["calendar down", "calendar busy", "calendar slow"],
  ...[
    "follow in a mail",
    "follow in a text",
    "report",
    "follow on the board",
    "follow on a page",
    "follow in a calendar file",
  ],
  ...[
    "follow by an agent",
    "export",
    "undo",
    "sick day",
    "book by a link",
    "propose and accept",
    "book by an agent",
    "book on the public page",
    "zone review",
    "import",
    "lengthen",
  ],
  ...["type changed", "room off", "provider off", "type archived"],
]

interface NotFollowed {
  of: readonly CapabilityName[]
  what: readonly string[]
  because: string
}

const withRooms: readonly CapabilityName[] = ["room"]

const rows: readonly NotFollowed[] = [
  {
    of: ["class seat"],
    what: ["calendar down", "calendar busy", "calendar slow"],
    because: "A session stands in its providers' calendars itself, and a seat takes no minute of theirs.",
  },
  {
    of: ["test company"],
    what: ["calendar down", "calendar busy", "calendar slow"],
    because: "Its calendars are simulated: any account connects, is never busy, and takes every event.",
  },
  {
    of: ["several services"],
    what: ["book by a link"],
    because: "A booking link is for one type.",
  },
  {
    of: ["hold"],
    what: ["book by a link"],
    because: "A booking link holds no time: its holder books at once.",
  },
  {
    of: ["series"],
    what: ["book by a link", "book on the public page", "book by an agent", "book by a waiting link"],
    because: "Series are booked by staff and keys.",
  },
  {
    of: ["waiting-list offer"],
    what: ["book by a link", "book on the public page", "book by an agent"],
    because: "An offer is taken by its waiting link. Staff book the time as any other.",
  },
  {
    of: ["request"],
    what: ["book on the public page"],
    because: "A type that is booked by request alone can't be public, as set-up says.",
  },
  {
    of: ["several services", "class seat", "hold", "series"],
    what: ["propose and accept"],
    because:
      "They are not pending: several services and classes need no confirmation, a series brings it along, and a hold is no booking yet.",
  },
  {
    of: ["waiting-list offer"],
    what: ["propose and accept"],
    because: "What came of an offer stands already: its type asks for no confirmation.",
  },
  {
    of: ["test company"],
    what: ["undo"],
    because: "Its clock may stand, so that what is changed there is told at once.",
  },
  {
    of: ["test company"],
    what: ["twin"],
    because: "A test company has none of its own.",
  },

  {
    of: capabilities.map(({ name }) => name).filter((name) => !withRooms.includes(name)),
    what: ["room off"],
    because: "It takes no room.",
  },
  {
    of: ["class seat"],
    what: ["provider off"],
    because:
      "A session stands until staff change it: time off names it, and it may be given by somebody else.",
  },
]

/** A later deed that is refused, in words. */
export interface RefusedDeed {
  of: CapabilityName
  what: string
  says: string
  missedBy: string
}

export const refusedDeeds: readonly RefusedDeed[] = [
  {
    of: "over several days",
    what: "lengthen",
    says: "An appointment over several days keeps its lengths.",
    missedBy: "A painter whose second day takes longer than thought.",
  },
  {
    of: "class seat",
    what: "lengthen",
    says: "A seat is as long as the session of its class.",
    missedBy: "Nobody known: all who come share the session.",
  },
  {
    of: "window",
    what: "lengthen",
    says: "A visit within a promised window keeps its length.",
    missedBy: "A fitter who finds on site that the work takes longer.",
  },
]

export const refusedDeed = (capability: CapabilityName, what: string): RefusedDeed | undefined =>
  refusedDeeds.find((one) => one.of === capability && one.what === what)

export const notFollowed = (capability: CapabilityName, what: string): string | null =>
  rows.find((row) => row.of.includes(capability) && row.what.includes(what))?.because ?? null
