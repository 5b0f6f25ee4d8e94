/** The palette's groups for the typed words, in their order. */
import { api } from "../api/client.ts"
import { allLocations, allProviders, allResources, allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { appointmentOf } from "../board/board-data.ts"
import { appointmentsOf, customerOf } from "../customers/customer-data.ts"
import { asTitle, localDate, longDay } from "../formats.ts"
import { useAddress } from "../router.ts"
import type { Screen } from "../screen.ts"
import { useSession } from "../session.ts"
import { spokenTag, useWords, type Words } from "../words/words.ts"
import { type Customer, customerEntry, isCertain } from "./customers.ts"
import { daysMeant, isSurelyDay } from "./days.ts"
import { allDeeds } from "./deeds.ts"
import type { Entry, Group, GroupName } from "./entry.ts"
import { recentEntries } from "./recent.ts"
import { allSettings } from "./settings.ts"
import { bestOf, termsIn } from "./terms.ts"

const [mostCustomers, mostOthers, mostAlone] = [5, 4, 20]
/** Up to so many customers show the next appointment. */
const fewCustomers = 3

/** Before what is typed: it asks for one group alone. */
const filters: Readonly<Record<string, GroupName>> = { ">": "deeds", "#": "days", "@": "people" }

export interface FoundGroups {
  groups: readonly Group[]
  /** Without the sign before it. */
  wanted: string
  /** The rows may still belong to what was typed before. */
  isWaiting: boolean
}

export function useFound(typed: string, screens: readonly Screen[]): FoundGroups {
  const words = useWords()
  const { user, company } = useSession()
  const only = filters[typed.trim().charAt(0)] ?? null
  const wanted = (only ? typed.trim().slice(1) : typed).trim()
  const terms = termsIn(wanted)
  const today = localDate(Date.now(), company.timezone)
  const { customers, isWaiting } = useCustomers(only ? "" : wanted)
  const records = useRecords(user.role === "admin")
  const chosen = useChosen()

  if (wanted === "" && only === null) {
    const recent = recentEntries(words.palette.open)
    const usual = allDeeds(words, user, screens).slice(0, 6)
    return {
      groups: filled([
        { name: "recent", entries: recent },
        { name: "deeds", entries: usual },
      ]),
      wanted,
      isWaiting: false,
    }
  }
  const most = only ? mostAlone : mostOthers
  const days = daysMeant(wanted, today, spokenTag()).map((day, at, all) =>
    dayEntry(day, words, {
      today,
      chosen,
      reading: all.length < 2 ? null : at === 0 ? "readingOfWeek" : "readingComing",
    }),
  )
  const people = personEntries(records.providers, words, user.role === "admin")
  const settings = user.role === "admin" ? bestOf(terms, allSettings(words, records, wanted), mostOthers) : []
  const fitting =
    wanted === "" ? allDeeds(words, user, screens) : bestOf(terms, allDeeds(words, user, screens), most)
  const isNewName = !only && days.length + fitting.length + settings.length === 0 && /\p{L}/u.test(wanted)
  const deeds = isNewName ? [newCustomer(wanted, words)] : fitting
  const found: Record<Exclude<GroupName, "recent">, Group> = {
    days: { name: "days", entries: days },
    customers: {
      name: "customers",
      entries: customers.map(({ customer, next }) => customerEntry(customer, words, wanted, next)),
    },
    people: { name: "people", entries: wanted === "" ? people : bestOf(terms, people, most) },
    deeds: { name: "deeds", entries: deeds },
    settings: { name: "settings", entries: settings },
  }
  if (only) return { groups: filled([found[only as "days"]]), wanted, isWaiting: false }
  const areCertain = customers.some(({ customer }) => isCertain(wanted, customer))
  const order: (keyof typeof found)[] = [
    ...(isSurelyDay(wanted) ? (["days"] as const) : []),
    ...(areCertain ? (["customers"] as const) : []),
    "days",
    "people",
    ...(isNewName ? [] : (["deeds"] as const)),
    "settings",
    "customers",
    "deeds",
  ]
  return { groups: filled([...new Set(order)].map((name) => found[name])), wanted, isWaiting }
}

const filled = (groups: readonly Group[]) => groups.filter(({ entries }) => entries.length > 0)

interface FoundCustomer {
  customer: Customer
  next: { start_time: string; timezone: string } | undefined
}

function useCustomers(wanted: string): { customers: readonly FoundCustomer[]; isWaiting: boolean } {
  const isAsked = wanted !== ""
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["customers", "palette", wanted] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.listCustomers({ search: wanted, limit: mostCustomers }, { signal }),
    placeholderData: (before: Awaited<ReturnType<typeof api.listCustomers>> | undefined) => before,
    enabled: isAsked,
  })
  const rows = isAsked ? (data?.data ?? []) : []
  const [first, second, third] = rows.length <= fewCustomers ? rows : []
  const next = [useNext(first), useNext(second), useNext(third)]
  return {
    customers: rows.map((customer, at) => ({ customer, next: next[at] })),
    isWaiting: isAsked && !error && (data === undefined || isPlaceholderData),
  }
}

function useNext(customer: Customer | undefined): FoundCustomer["next"] {
  const { data } = useQuery({ ...appointmentsOf(customer?.id ?? 0), enabled: customer !== undefined })
  const now = new Date().toISOString()
  return customer && data?.find(({ status, end_time }) => status === "scheduled" && end_time > now)
}

/** Members read no settings, but people. */
function useRecords(isAdmin: boolean) {
  const { data: providers = [] } = useQuery(allProviders)
  const { data: locations = [] } = useQuery({ ...allLocations, enabled: isAdmin })
  const { data: types = [] } = useQuery({ ...allTypes, enabled: isAdmin })
  const { data: resources = [] } = useQuery({ ...allResources, enabled: isAdmin })
  return { providers, locations, types, resources }
}

interface Chosen {
  id: number
  name: string
  /** The date on which it stands. */
  date: string
}

/** The appointment that is open on the board. */
function useChosen(): Chosen | null {
  const { path, query } = useAddress()
  const id = path === "/" ? Number(query.get("appointment")) : 0
  const { data } = useQuery({ ...appointmentOf(id), enabled: id > 0 })
  const customerId = data?.customer_id
  const { data: customer } = useQuery({ ...customerOf(customerId ?? 0), enabled: customerId !== undefined })
  return id > 0 && data?.status === "scheduled" && customer
    ? { id, name: customer.name, date: localDate(data.start_time, data.timezone) }
    : null
}

interface DayEntryOptions {
  today: string
  chosen: Chosen | null
  reading: "readingOfWeek" | "readingComing" | null
}

function dayEntry(
  date: string,
  { palette: words }: Words,
  { today, chosen, reading }: DayEntryOptions,
): Entry {
  const day = longDay(date)
  const about = [
    date === today && words.today,
    reading && words[reading],
    date.slice(0, 4) !== today.slice(0, 4) && date.slice(0, 4),
  ]
  return {
    id: `day ${date}`,
    title: asTitle(day),
    about: about.filter(Boolean).join(" · "),
    icon: "calendar",
    deeds: [
      { name: words.show, to: `/?date=${date}` },
      { name: words.bookOn, key: "n", to: `/?date=${date}&book=new` },
      ...(chosen
        ? [
            {
              name: words.moveTo({ name: chosen.name, day }),
              key: "m",
              to: `/?date=${chosen.date}&move=${chosen.id}&to=${date}`,
            },
          ]
        : []),
      { name: words.printIt, key: "p", to: `/day-sheet?date=${date}` },
      { name: words.sickOn, key: "s", to: `/disruptions/new?date=${date}` },
    ],
  }
}

interface Named {
  id: number
  name: string
}

function personEntries(people: readonly Named[], { palette: words }: Words, isAdmin: boolean) {
  return people.map(({ id, name }) => ({
    id: `person ${id}`,
    title: name,
    means: "",
    icon: null,
    deeds: [
      { name: words.show, to: `/?provider=${id}` },
      { name: words.week, key: "w", to: `/?provider=${id}&view=week` },
      ...(isAdmin
        ? [
            { name: words.hours, key: "h", to: `/settings/providers/${id}/hours` },
            { name: words.timeOff, key: "o", to: `/settings/providers/${id}/time-off` },
          ]
        : []),
    ] as Entry["deeds"],
  }))
}

const newCustomer = (typed: string, { palette: words }: Words): Entry => ({
  id: "deed new",
  title: words.newCustomer({ typed }),
  icon: "plus",
  deeds: [{ name: words.open, to: `/customers?make=new&search=${encodeURIComponent(typed)}` }],
})
