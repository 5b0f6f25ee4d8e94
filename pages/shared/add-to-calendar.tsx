import { Fragment } from "preact"
import { useState } from "preact/hooks"
import type { AppointmentView, BlockView } from "../../domain/contracts/customer-pages.ts"
import { useLanguage } from "./language.ts"

interface AddToCalendarProps {
  /** The calendar entry's title. */
  title: string
  appointment: Pick<AppointmentView, "blocks" | "locationAddress">
  fetchFile(): Promise<Blob | null>
}

/** The file that takes a cancelled appointment out of the customer's calendar. */
export function TakeOutOfCalendar({ fetchFile }: Pick<AddToCalendarProps, "fetchFile">) {
  const { words } = useLanguage()
  const [failed, save] = useFile(fetchFile)
  return (
    <>
      <button type="button" class="button no-print" onClick={save}>
        {words.takeOutOfCalendar}
      </button>
      {failed && (
        <p class="notice bad" role="alert">
          {words.calendarFileFailed}
        </p>
      )}
    </>
  )
}

function useFile(fetchFile: AddToCalendarProps["fetchFile"]): [failed: boolean, save: () => Promise<void>] {
  const [failed, setFailed] = useState(false)
  const save = async () => {
    const file = await fetchFile()
    setFailed(!file)
    if (file) download(file, "appointment.ics")
  }
  return [failed, save]
}

/** Puts the appointment into the customer's own calendar. Nothing personal leaves the page. */
export function AddToCalendar({ title, appointment, fetchFile }: AddToCalendarProps) {
  const { words } = useLanguage()
  const [failed, save] = useFile(fetchFile)
  const { blocks, locationAddress } = appointment
  return (
    <fieldset class="no-print">
      <legend class="legend">{words.addToCalendar}</legend>
      <ul class={blocks.length > 1 ? "row two" : "row calendars"}>
        <li>
          <button type="button" class="button" onClick={save}>
            {words.calendarFile}
          </button>
        </li>
        {blocks.map((block, index) => {
          const day = blocks.length > 1 ? words.dayOf({ day: index + 1, days: blocks.length }) : ""
          const entry = { title: `${title} ${day}`.trim(), block, location: locationAddress }
          return (
            <Fragment key={block.startTime}>
              <NewTab href={googleCalendarUrl(entry)} name="Google" day={day} />
              <NewTab href={outlookCalendarUrl(entry)} name="Outlook" day={day} />
            </Fragment>
          )
        })}
      </ul>
      {failed && (
        <p class="notice bad" role="alert">
          {words.calendarFileFailed}
        </p>
      )}
    </fieldset>
  )
}

function NewTab({ href, name, day }: { href: string; name: string; day: string }) {
  const { words } = useLanguage()
  return (
    <li>
      <a class="button" href={href} target="_blank" rel="noopener noreferrer">
        {name} {day && <span class="note">{day}</span>} <span class="said">({words.opensNewTab})</span>
      </a>
    </li>
  )
}

function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const anchor = document.createElement("a")
  anchor.href = address
  anchor.download = name
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** The content of a calendar entry. It holds nothing about the customer. */
export interface CalendarEntry {
  title: string
  block: BlockView
  /** The address of the company's location; null when the appointment is elsewhere. */
  location: string | null
}

/** An address that opens Google Calendar with the entry filled in. */
export function googleCalendarUrl({ title, block, location }: CalendarEntry): string {
  const compact = (instant: string) => instant.replace(/[-:]|\.\d{3}/g, "")
  return withQuery("https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: title,
    dates: `${compact(block.startTime)}/${compact(block.endTime)}`,
    location,
  })
}

/** An address that opens Outlook on the web with the entry filled in. */
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
