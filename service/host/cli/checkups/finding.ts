/** A checkup's result for one thing. */
export interface Finding {
  name: string
  /** `unknown` is said of what could not be checked, which is not the same as well. */
  state: "ok" | "wrong" | "unknown"
  says: string
  /** The advice that mends it. */
  mend?: string
}

export const ok = (name: string, says: string): Finding => ({ name, state: "ok", says })
export const wrong = (name: string, says: string, mend: string): Finding => ({
  name,
  state: "wrong",
  says,
  mend,
})
export const unknown = (name: string, says: string, mend?: string): Finding => ({
  name,
  state: "unknown",
  says,
  ...(mend === undefined ? {} : { mend }),
})

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
