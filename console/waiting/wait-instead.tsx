/** No time suits while a booking is made: the customer waits for one instead, with the choices so far. */
import { useState } from "preact/hooks"
import type { Booking } from "../board/booking.ts"
import type { Customer } from "../board/customer-choice.tsx"
import { useWords } from "../words/words.ts"
import { WaitDialog } from "./wait-dialog.tsx"

interface WaitInsteadProps {
  customer: Customer | null
  booking: Booking
  /** They are on the list, and nothing is left to book. */
  onListed(): void
}

export function WaitInstead({ customer, booking, onListed }: WaitInsteadProps) {
  const words = useWords().waiting
  const [isJoining, setJoining] = useState(false)
  return (
    <div>
      <button type="button" class="button" onClick={() => setJoining(true)}>
        {words.waitInstead}
      </button>
      {isJoining && (
        <WaitDialog
          {...(customer ? { customer } : {})}
          wanted={booking}
          onListed={onListed}
          onClose={() => setJoining(false)}
        />
      )}
    </div>
  )
}
