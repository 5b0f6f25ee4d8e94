/** Tells the site that somebody has booked, and nothing of who or when. */
export function tellBooked(element: Element): void {
  element.dispatchEvent(new CustomEvent("embed:booked", { bubbles: true, composed: true }))
}
