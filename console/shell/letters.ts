/**
 * Whether keys of one character do anything in this browser. Who dictates, or presses keys by accident, switches them off
 * (WCAG 2.1.4).
 */
const kept = "appointed.console.letters"

export const lettersWork = (): boolean => localStorage.getItem(kept) !== "off"

export function keepLetters(work: boolean): void {
  localStorage.setItem(kept, work ? "on" : "off")
}
