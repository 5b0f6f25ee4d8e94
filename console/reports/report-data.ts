/** The company API's reports, and the figures that the screen draws. */
import { api, fetchAsConsole, NoAnswer } from "../api/client.ts"
import { download } from "../parts/download.ts"

/** The groupings that a person may choose. */
export const groupings = ["day", "week", "month", "weekday", "location", "provider", "type"] as const
/** The last one is the heat map's. */
export type Grouping = (typeof groupings)[number] | "provider_weekday"
/** So few that they are drawn as columns; in the order of the calendar. */
export const isByDate = (grouping: Grouping): boolean =>
  ["day", "week", "month", "weekday"].includes(grouping)

/** The scope of all reports of the screen. */
export interface Scope {
  from: string
  to: string
  group_by: Grouping
  location_id?: number
  provider_id?: number
  appointment_type_id?: number
}

export type Figures = Record<string, number | null>
export interface ReportRow {
  date: string | null
  /** 1 is Monday. */
  weekday: number | null
  id: number | null
  name: string | null
}
export interface Report {
  /** How long changes of these dates have waited to be counted; 0 when the figures hold all of them. */
  behind_seconds: number
  rows: (ReportRow & Figures)[]
  total: Figures
}

const readers = {
  utilisation: api.readUtilisationReport,
  bookings: api.readBookingsReport,
  classes: api.readClassesReport,
  "lead-time": api.readLeadTimeReport,
  "no-shows": api.readNoShowsReport,
  requests: api.readRequestsReport,
  texts: api.readTextsReport,
}
export type ReportName = keyof typeof readers

/** A part of a whole, with the hue that it is drawn in. */
export interface Series {
  figure: string
  hue: number
}

export interface Described {
  name: ReportName
  /** The parts that a column is made of; or one figure that is a share. */
  series: readonly Series[]
  share?: string
  /** The whole, which the table begins with. */
  whole?: string
  /** Figures of the table besides. */
  more?: readonly string[]
  /** The figures are minutes, shown as hours. */
  minutes?: readonly string[]
}

export const described: readonly Described[] = [
  {
    name: "utilisation",
    series: [],
    share: "utilisation",
    more: ["booked_minutes", "offered_minutes"],
    minutes: ["booked_minutes", "offered_minutes"],
  },
  {
    name: "bookings",
    whole: "appointments",
    series: [
      { figure: "booking_link", hue: 170 },
      { figure: "public_page", hue: 255 },
      { figure: "agent", hue: 310 },
      { figure: "company", hue: 85 },
    ],
    more: ["cancelled"],
  },
  { name: "classes", series: [], share: "filled", more: ["seats_sold", "seats", "sessions", "cancelled"] },
  {
    name: "lead-time",
    whole: "appointments",
    series: [
      "same_day",
      "days_1",
      "days_2_to_3",
      "days_4_to_7",
      "days_8_to_14",
      "days_15_to_30",
      "days_31_up",
    ].map((figure) => ({ figure, hue: 170 })),
  },
  { name: "no-shows", series: [], share: "share", more: ["no_shows", "past"] },
  {
    name: "requests",
    whole: "requests",
    series: [
      { figure: "scheduled", hue: 170 },
      { figure: "open", hue: 255 },
      { figure: "expired", hue: 85 },
      { figure: "cancelled", hue: 20 },
    ],
  },
  {
    name: "texts",
    whole: "texts",
    series: [
      { figure: "delivered", hue: 170 },
      { figure: "sent", hue: 255 },
      { figure: "skipped", hue: 85 },
      { figure: "undelivered", hue: 310 },
      { figure: "failed", hue: 20 },
    ],
  },
]

/** Hues tell parts apart. Lead times are one quantity, so all columns have one hue. */
export const isDistribution = ({ name }: Described): boolean => name === "lead-time"

export const reportOf = (name: ReportName, scope: Scope) => ({
  queryKey: ["report", name, scope] as const,
  queryFn: async (): Promise<Report> => (await readers[name](scope)) as unknown as Report,
  // On a busy day a moment's delay is normal, so such figures are read again less and less often.
  refetchInterval: ({ state: { data, dataUpdateCount } }: { state: ReportState }): number | false => {
    if (!data || data.behind_seconds === 0) return false
    return isFarBehind(data) ? againMs : Math.min(30_000, againMs * dataUpdateCount)
  },
})

interface ReportState {
  data?: Report | undefined
  dataUpdateCount: number
}

const againMs = 2_000

/** More than the usual moment: a history is being counted. */
export const isFarBehind = ({ behind_seconds }: Report): boolean => behind_seconds > 3

/** The same rows as the API's own file. */
export async function downloadCsv(name: ReportName, scope: Scope): Promise<void> {
  const query = new URLSearchParams(Object.entries(scope).map(([key, value]) => [key, String(value)]))
  const answer = await fetchAsConsole(`/api/v1/reports/${name}?${query}`, { headers: { accept: "text/csv" } })
  if (!answer.ok) throw new NoAnswer(`The file could not be read: ${answer.status}`)
  download(await answer.blob(), `${name}-${scope.from}-${scope.to}-${scope.group_by}.csv`)
}
