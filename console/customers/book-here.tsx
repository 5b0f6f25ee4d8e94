/** Books for a customer on their own page, by the board's own panel. */
import { useState } from "preact/hooks"
import { allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { boardOf, readAppointmentAgain } from "../board/board-data.ts"
import { BookPanel } from "../board/book-panel.tsx"
import { useBooking } from "../board/booking.ts"
import { localDate } from "../formats.ts"
import { Panel } from "../parts/panel.tsx"
import { Failed, Loading } from "../parts/states.tsx"
import { go } from "../router.ts"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import type { Customer } from "./customer-data.ts"

interface BookHereProps {
  customer: Customer
  onClose(): void
}

export function BookHere({ customer, onClose }: BookHereProps) {
  const words = useWords().board
  const { company } = useSession()
  const [date, setDate] = useState(() => localDate(Date.now(), company.timezone))
  const state = useBooking(date, customer.id)
  const board = useQuery(boardOf(date, 1))
  const types = useQuery(allTypes)
  const error = board.error ?? types.error
  if (!board.data || !types.data)
    return (
      <Panel title={words.book} onClose={onClose}>
        {error ? <Failed error={error} retry={board.refetch} /> : <Loading rows={5} />}
      </Panel>
    )
  return (
    <BookPanel
      state={{ ...state, close: onClose }}
      board={board.data}
      date={date}
      types={types.data}
      customer={customer}
      onDate={setDate}
      onBooked={(id) => {
        onClose()
        void readAppointmentAgain(id)
      }}
      onMoveOther={(id) => go(`/?move=${id}&date=${date}`)}
    />
  )
}
