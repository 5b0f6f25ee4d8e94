/** How a connected calendar is reached, as the store keeps it. */
export interface CalendarConnection {
  id: number
  writes: boolean
  timezone: string
  owner_email: string | null
  /** Sealed. */
  settings: string
  mark: string
  /** Of the last reading, which covers the minutes up to `read_until_minute`. */
  read_version: string | null
  read_until_minute: number | null
}

/** A provider's connected calendar, as a search or a booking needs to know it. Epoch milliseconds. */
export interface ScheduleCalendar {
  provider_id: number
  writes: boolean
  last_read_at: number | null
  failing_since: number | null
  /** Only where one provider's schedule was loaded, to be asked live. */
  connection?: CalendarConnection
}
