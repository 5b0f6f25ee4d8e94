/** As much of the window's lower end as an element needs to be seen there. */
const sightPixels = 80

/** Scrolls the site so that what has the focus in the frame is seen, if it is not. */
export function show(frame: HTMLElement, top: number): void {
  const now = frame.getBoundingClientRect().top + top
  if (now >= 0 && now < innerHeight - sightPixels) return
  // Where the browser scrolls to is the frame's own top, less this margin: it is put below it.
  frame.style.scrollMarginTop = `${16 - top}px`
  frame.scrollIntoView()
}
