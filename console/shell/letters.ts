/**
 * The browser's choice about keys of one character, which work by default. People who dictate, or press keys by accident,
 * switch them off (WCAG 2.1.4).
 */
const kept = "appointed.console.letters"

export const lettersWork = (): boolean => localStorage.getItem(kept) !== "off"

export function keepLetters(work: boolean): void {
  localStorage.setItem(kept, work ? "on" : "off")
}
