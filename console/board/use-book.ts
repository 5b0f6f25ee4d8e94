/** The write of a booking, or of several that repeat. */
import { useRef } from "preact/hooks"
import { api, Refusal } from "../api/client.ts"
import { queries, useWrite } from "../api/queries.ts"
import { notify } from "../shell/notices.tsx"
import { useWords } from "../words/words.ts"
import { readBoardsAgain } from "./board-data.ts"

type Wish =
  | { one: Parameters<typeof api.bookAppointment>[0] }
  | { series: Parameters<typeof api.bookSeries>[0] }

/** @param onBooked gets the first appointment that was booked */
export function useBook({ onBooked }: { onBooked(appointmentId: number): void }) {
  const { board: words, series } = useWords()
  const attempt = useRef<{ of: string; key: string } | null>(null)
  const keyOf = (wish: object) => {
    const of = JSON.stringify(wish)
    if (attempt.current?.of !== of) attempt.current = { of, key: crypto.randomUUID() }
    return attempt.current.key
  }
  return useWrite({
    mutationFn: async (wish: Wish) => {
      const sending = { idempotencyKey: keyOf(wish) }
      if ("one" in wish) {
        const booked = await api.bookAppointment(wish.one, sending)
        return booked.appointments ?? [booked]
      }
      return (await api.bookSeries(wish.series, sending)).appointments
    },
    // After a refusal the next press is a new request. Without an answer the booking may exist, so the next press
    // sends the same Idempotency-Key.
    onError: (error) => {
      if (error instanceof Refusal) attempt.current = null
    },
    onSuccess: (appointments) => {
      const [first] = appointments
      const type = [...new Set(appointments.map(({ appointment_type }) => appointment_type.name))].join(", ")
      const isOfOneComing = first!.group_id !== undefined
      notify({
        text:
          appointments.length === 1 || isOfOneComing
            ? words.booked({ type })
            : series.booked({ count: appointments.length }),
      })
      onBooked(first!.id)
    },
    // Another user may have taken the time: the board, the starts and the occurrences are read again, and the typed fields stay.
    onSettled: async () => {
      await Promise.all([queries.invalidateQueries({ queryKey: ["preview", "series"] }), readBoardsAgain()])
    },
  })
}
