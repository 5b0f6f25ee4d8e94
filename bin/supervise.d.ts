/** The exit code after too many deaths. */
export const gaveUp: number
/** True where the latest of these deaths, each a time in milliseconds, is one too many. */
export function isTooOften(deaths: readonly number[]): boolean
/** Calls `first` at the first signal, and `again` when one comes later than the same one could. */
export function onSignals(words: { first: () => void; again: () => void }): void
