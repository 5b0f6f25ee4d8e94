/**
 * The pairs of features that meet when time is taken: each kind of type with each deed in each interface. Every cell is in one row.
 * `asks`: the live calendars of all whose time is taken are asked, once each; a calendar that does not answer is 503, a busy one 409, and
 * nothing is written. `not`: nothing is asked, or the deed does not exist there, and the sentence says why.
 */

export const kinds = [
  "plain",
  "length option",
  "over several days",
  "room",
  "crew",
  "steps",
  "linked services",
  "class seat",
  "pending",
  "hold",
  "window",
  "series",
] as const
export type Kind = (typeof kinds)[number]

export const deeds = [
  "book",
  "hold",
  "move",
  "propose",
  "accept proposal",
  "take offer",
  "move several",
  "reopen",
  "apply broken day",
] as const
export type Deed = (typeof deeds)[number]

export const interfaces = ["company", "link", "public page", "agent", "waiting link"] as const
export type Interface = (typeof interfaces)[number]

export interface Row {
  kinds: readonly Kind[]
  deeds: readonly Deed[]
  by: readonly Interface[]
  /** Null where the calendars are asked. */
  not: string | null
}

const asks = null
/** Types that every interface books one of. */
const single = ["plain", "length option", "over several days", "room", "crew", "steps", "window"] as const

export const rows: readonly Row[] = [
  {
    kinds: [...single, "pending"],
    deeds: ["book"],
    by: ["company", "link", "public page", "agent"],
    not: asks,
  },
  { kinds: ["linked services", "hold"], deeds: ["book"], by: ["company", "public page", "agent"], not: asks },
  { kinds: ["linked services"], deeds: ["book"], by: ["link"], not: "A booking link is for one type." },
  {
    kinds: ["hold"],
    deeds: ["book"],
    by: ["link"],
    not: "A booking link holds no time: its holder books at once.",
  },
  { kinds: ["series"], deeds: ["book"], by: ["company"], not: asks },
  {
    kinds: ["series"],
    deeds: ["book"],
    by: ["link", "public page", "agent"],
    not: "Series are booked by staff and keys.",
  },
  {
    ...{ kinds: ["class seat"], deeds: ["book"], by: ["company", "link", "public page", "agent"] },
    not: "A session stands in its providers' calendars itself, and a seat takes no minute of theirs.",
  },
  {
    kinds,
    deeds: ["book"],
    by: ["waiting link"],
    not: "A waiting link books what it is offered: see the deed take offer.",
  },

  {
    ...{ kinds: [...single, "pending", "linked services"], deeds: ["hold"] },
    ...{ by: ["company", "public page", "agent"], not: asks },
  },
  {
    ...{ kinds: single.filter((kind) => kind !== "length option"), deeds: ["hold"], by: ["waiting link"] },
    not: asks,
  },
  { kinds: ["pending", "linked services"], deeds: ["hold"], by: ["waiting link"], not: asks },
  {
    ...{ kinds: ["length option"], deeds: ["hold"], by: ["waiting link"] },
    not: "Who waits is offered the type's own length.",
  },
  {
    kinds: ["hold"],
    ...{ deeds: ["hold"], by: ["company", "public page", "agent", "waiting link"] },
    not: "What is held is of one of the other kinds.",
  },
  {
    kinds: ["class seat", "series"],
    ...{ deeds: ["hold"], by: ["company", "public page", "agent", "waiting link"] },
    not: "Seats and series are booked without a hold.",
  },
  { kinds, deeds: ["hold"], by: ["link"], not: "A booking link holds no time: its holder books at once." },

  { kinds: single, deeds: ["move"], by: ["company", "link", "agent"], not: asks },
  { kinds: ["linked services", "series"], deeds: ["move"], by: ["company"], not: asks },
  {
    ...{ kinds: ["linked services", "series"], deeds: ["move"], by: ["link", "agent"] },
    not: "One of several moves as the appointment that it is: the rows of its own kind hold.",
  },
  { kinds: ["hold"], deeds: ["move"], by: ["company"], not: asks },
  {
    kinds: ["hold"],
    deeds: ["move"],
    by: ["link", "agent"],
    not: "They move without a hold: the rows of the other kinds hold.",
  },
  {
    ...{ kinds: ["class seat"], deeds: ["move"], by: ["company", "link", "agent"] },
    not: "A seat moves to another session, which stands in its providers' calendars itself.",
  },
  {
    ...{ kinds: ["pending"], deeds: ["move"], by: ["company", "link", "agent"] },
    not: "A pending appointment cannot be moved: other times are proposed for it.",
  },
  {
    kinds,
    deeds: ["move"],
    by: ["public page"],
    not: "The public page moves by the link of the appointment.",
  },
  { kinds: ["plain", "window"], deeds: ["move"], by: ["waiting link"], not: asks },
  {
    kinds: kinds.filter((kind) => kind !== "plain" && kind !== "window"),
    ...{ deeds: ["move"], by: ["waiting link"] },
    not: "An earlier time is taken by the same operation as a move of the company: its rows hold.",
  },

  { kinds: [...single, "pending"], deeds: ["propose"], by: ["company"], not: asks },
  {
    kinds: ["linked services", "class seat", "hold", "series"],
    ...{ deeds: ["propose"], by: ["company"] },
    not: "They are not pending: linked services and classes need no confirmation, a series brings it along, and a hold is no booking yet.",
  },
  {
    ...{ kinds, deeds: ["propose"], by: ["link", "public page", "agent", "waiting link"] },
    not: "Staff propose times. What a customer proposes in words takes none.",
  },

  { kinds: [...single, "pending"], deeds: ["accept proposal"], by: ["company", "link"], not: asks },
  {
    ...{
      kinds: ["linked services", "class seat", "hold", "series"],
      deeds: ["accept proposal"],
      by: ["company", "link"],
    },
    not: "They are not pending: linked services and classes need no confirmation, a series brings it along, and a hold is no booking yet.",
  },
  {
    ...{ kinds, deeds: ["accept proposal"], by: ["public page", "agent", "waiting link"] },
    not: "A proposed time is taken by the link of the appointment, or by staff for the customer.",
  },

  {
    ...{
      kinds: ["plain", "over several days", "room", "crew", "steps", "linked services", "pending", "window"],
    },
    ...{ deeds: ["take offer"], by: ["waiting link"], not: asks },
  },
  {
    ...{ kinds: ["class seat"], deeds: ["take offer"], by: ["waiting link"] },
    not: "A session stands in its providers' calendars itself, and a seat takes no minute of theirs.",
  },
  {
    ...{ kinds: ["length option", "hold", "series"], deeds: ["take offer"], by: ["waiting link"] },
    not: "Who waits is offered the type's own length, once; the offer holds its time itself.",
  },
  {
    ...{ kinds, deeds: ["take offer"], by: ["company", "link", "public page", "agent"] },
    not: "An offer is taken by its waiting link. Staff book the time as any other.",
  },

  { kinds: ["series", "linked services"], deeds: ["move several"], by: ["company", "link"], not: asks },
  { kinds: ["linked services"], deeds: ["move several"], by: ["agent"], not: asks },
  {
    kinds: ["series"],
    deeds: ["move several"],
    by: ["agent"],
    not: "An agent moves one appointment of a series.",
  },
  {
    ...{ kinds: ["series", "linked services"], deeds: ["move several"], by: ["public page", "waiting link"] },
    not: "Several are moved by the link of the first, or by the company.",
  },
  {
    kinds: kinds.filter((kind) => kind !== "series" && kind !== "linked services"),
    ...{ deeds: ["move several"], by: interfaces },
    not: "One appointment moves alone.",
  },

  {
    ...{ kinds: [...single, "pending", "linked services", "series"], deeds: ["reopen"], by: ["company"] },
    not: asks,
  },
  { kinds: ["hold"], deeds: ["reopen"], by: ["company"], not: "A hold that ended is held anew." },
  {
    ...{ kinds: ["class seat"], deeds: ["reopen"], by: ["company"] },
    not: "A session stands in its providers' calendars itself, and a seat takes no minute of theirs.",
  },
  {
    ...{ kinds, deeds: ["reopen"], by: ["link", "public page", "agent", "waiting link"] },
    not: "Staff take a cancel back; customers book again.",
  },

  {
    ...{ kinds: ["plain", "over several days", "room", "crew", "steps", "window"] },
    ...{ deeds: ["apply broken day"], by: ["company"], not: asks },
  },
  {
    ...{
      kinds: ["length option", "hold", "series", "linked services"],
      deeds: ["apply broken day"],
      by: ["company"],
    },
    not: "What stands is an appointment of one of the other kinds; a hold stays as it is until it ends.",
  },
  {
    ...{ kinds: ["class seat"], deeds: ["apply broken day"], by: ["company"] },
    not: "A day that breaks names its sessions and moves none.",
  },
  {
    ...{ kinds: ["pending"], deeds: ["apply broken day"], by: ["company"] },
    not: "A pending appointment is named and not moved: staff answer it, or propose another time.",
  },
  {
    ...{ kinds, deeds: ["apply broken day"], by: ["link", "public page", "agent", "waiting link"] },
    not: "Staff apply a broken day.",
  },
]

export interface Cell {
  kind: Kind
  deed: Deed
  by: Interface
  not: string | null
}

export const cells: readonly Cell[] = rows.flatMap(({ not, ...row }) =>
  row.kinds.flatMap((kind) => row.deeds.flatMap((deed) => row.by.map((by) => ({ kind, deed, by, not })))),
)
