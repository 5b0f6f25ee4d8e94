/** When somebody last touched a page of the console in this browser. Its pages count together. */
const usedKey = "appointed.console.used"
const unattendedMs = 60_000

export const noteUse = () => localStorage.setItem(usedKey, String(Date.now()))

export const untouchedMs = (): number => Date.now() - Number(localStorage.getItem(usedKey))

/** No key or pointer was touched for a minute: what the page asks for, it asks by itself. */
export const isUnattended = (): boolean => untouchedMs() > unattendedMs
