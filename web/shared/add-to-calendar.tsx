import { useState } from "preact/hooks"
import { googleCalendarUrl, outlookCalendarUrl } from "./calendar-links.ts"
import type { AppointmentView } from "./contract.ts"
import { useLanguage } from "./language.ts"

interface AddToCalendarProps {
  /** What a calendar entry is called. */
  title: string
  appointment: Pick<AppointmentView, "blocks" | "locationAddress">
  fetchFile(): Promise<Blob | null>
}

/** The appointment for the customer's own calendar; nothing personal leaves the page. */
export function AddToCalendar({ title, appointment, fetchFile }: AddToCalendarProps) {
  const { words } = useLanguage()
  const [failed, setFailed] = useState(false)
  const { blocks, locationAddress } = appointment
  const save = async () => {
    const file = await fetchFile()
    setFailed(!file)
    if (file) download(file, "appointment.ics")
  }

  return (
    <fieldset class="part">
      <legend>{words.addToCalendar}</legend>
      <ul class={blocks.length > 1 ? "calendars several" : "calendars"}>
        <li>
          <button type="button" class="button" onClick={save}>
            {words.calendarFile}
          </button>
        </li>
        {blocks.map((block, index) => {
          const day = blocks.length > 1 ? words.dayOf(index + 1, blocks.length) : ""
          const entry = { title: `${title} ${day}`.trim(), block, location: locationAddress }
          return [
            <NewTab
              key={`google ${block.startTime}`}
              href={googleCalendarUrl(entry)}
              name="Google"
              day={day}
            />,
            <NewTab
              key={`outlook ${block.startTime}`}
              href={outlookCalendarUrl(entry)}
              name="Outlook"
              day={day}
            />,
          ]
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
