/** The series that an appointment is in: its place, and all the others. */
import { api } from "../api/client.ts"
import { useQuery } from "../api/queries.ts"
import { formatsOf, localDate, shortDay } from "../formats.ts"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"

interface SeriesFactsProps {
  appointment: { id: number; series_id?: number | undefined; series_index?: number | undefined }
}

export function SeriesFacts({ appointment }: SeriesFactsProps) {
  const { series: words, board } = useWords()
  const { series_id: id, series_index: index } = appointment
  const { data } = useQuery({
    queryKey: ["appointment", "series", id] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => api.readSeries({ id: id! }, { signal }),
    enabled: id !== undefined,
  })
  if (id === undefined || index === undefined || !data) return null
  const formats = formatsOf(data.timezone)
  const booked = data.occurrences.filter(({ appointment_id }) => appointment_id !== null)
  const place = booked.filter((one) => one.index <= index).length
  return (
    <>
      <dt>{words.ofSeries}</dt>
      <dd>
        <details>
          <summary>{words.place({ place, count: booked.length })}</summary>
          <ol class="occurrences">
            {data.occurrences.map((one) => {
              const start = one.start_time
              const state = one.status && one.status !== "scheduled" ? board.states[one.status] : null
              if (start === null || one.appointment_id === null)
                return (
                  <li key={one.index}>
                    {shortDay(one.local_date)} <small>{words.leftOut}</small>
                  </li>
                )
              const date = localDate(start, data.timezone)
              return (
                <li key={one.index} aria-current={one.index === index ? "true" : undefined}>
                  <a href={hrefOf(`/?date=${date}&appointment=${one.appointment_id}`)}>
                    {shortDay(date)}, {formats.time(start)}
                  </a>{" "}
                  <small>{state ?? (one.is_moved ? words.moved : "")}</small>
                </li>
              )
            })}
          </ol>
        </details>
      </dd>
    </>
  )
}
