/** When somebody last touched a page of the console in this browser. Its pages count together. */
const usedKey = "appointed.console.used"
const unattendedMs = 60_000

export const noteUse = () => localStorage.setItem(usedKey, String(Date.now()))

export const untouchedMs = (): number => Date.now() - Number(localStorage.getItem(usedKey))

/** True after a minute without a key or pointer: requests of the page then count as automatic, not as the user's. */
export const isUnattended = (): boolean => untouchedMs() > unattendedMs
