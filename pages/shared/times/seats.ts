/** How many seats of a class a booking takes, as the visitor chose and as the session has left. */

/** The service takes no more in one booking. */
const mostInOneBooking = 20

interface Seated {
  seatsLeft?: number
}

/** How many can be booked in the class; 0 of what is none. */
export const mostSeats = ({ seatsLeft = 0 }: Seated): number => Math.min(seatsLeft, mostInOneBooking)

export const seatsWanted = ({ seats }: { seats: number }, choice: Seated): number =>
  Math.max(1, Math.min(seats, mostSeats(choice)))
