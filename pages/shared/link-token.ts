/** The token in a private link. */
export const tokenOfLink = (url: string): string => new URL(url).pathname.split("/").at(-1) ?? ""

/** The header that proves a booking link; the token stands in no address that is asked for. */
export const byToken = (token: string) => ({ "X-Booking-Token": token })
