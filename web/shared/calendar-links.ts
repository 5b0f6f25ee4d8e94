import type { BlockView } from "./contract.ts"

/** What a calendar entry says; nothing of it is about the customer. */
export interface CalendarEntry {
  title: string
  block: BlockView
  /** The company's own place; null when the visit is elsewhere. */
  location: string | null
}

/** Opens Google Calendar with the entry filled in. */
export function googleCalendarUrl({ title, block, location }: CalendarEntry): string {
  const compact = (instant: string) => instant.replace(/[-:]|\.\d{3}/g, "")
  return withQuery("https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: title,
    dates: `${compact(block.startTime)}/${compact(block.endTime)}`,
    location,
  })
}

/** Opens Outlook on the web with the entry filled in. */
export function outlookCalendarUrl({ title, block, location }: CalendarEntry): string {
  return withQuery("https://outlook.live.com/calendar/0/deeplink/compose", {
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    startdt: block.startTime,
    enddt: block.endTime,
    location,
  })
}

function withQuery(address: string, values: Record<string, string | null>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `${address}?${pairs.join("&")}`
}
