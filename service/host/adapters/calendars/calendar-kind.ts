/** One kind of calendar: the port, with the settings of that kind. */
import type { CalendarSettings } from "../../../../domain/model/provider-calendar.ts"
import type { CalendarAccount, Calendars } from "../../../platform/ports/calendars.ts"
import type { CalendarHttp } from "./calendar-http.ts"
import type { ReaderThreads } from "./reader-threads.ts"

export type AccountOf<Kind extends CalendarSettings["kind"]> = CalendarAccount & {
  settings: Extract<CalendarSettings, { kind: Kind }>
}

/** Takes an account of one kind where the port takes any. */
type OfKind<Method, Kind extends CalendarSettings["kind"]> = Method extends (
  account: CalendarAccount,
  ...rest: infer Rest
) => infer Result
  ? (account: AccountOf<Kind>, ...rest: Rest) => Result
  : never

export type CalendarOfKind<Kind extends CalendarSettings["kind"]> = {
  [Name in Exclude<keyof Calendars, "close">]: OfKind<Calendars[Name], Kind>
}

export interface CalendarTools {
  http: CalendarHttp
  /** Reads files and WebDAV answers: they may be made to cost time. */
  threads: ReaderThreads
  /** Reads Google's and Microsoft's JSON, which waits for no file of somebody else's server. */
  jsonThreads: ReaderThreads
  /** Epoch milliseconds. */
  now(): number
}
