/** What tells the site around that something happened here; null on a page that stands by itself. */
export const frame = parent === self ? null : import("./framed.ts")

/** The visitor has finished a booking, which a move or a cancellation is not. */
export function tellBooked(): void {
  frame?.then((framed) => framed.tellBooked())
}
