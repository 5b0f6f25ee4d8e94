/** How the console saves over a state that may be an old one. */
import { describe, expect, it } from "vitest"
import { Conflict, saveOver } from "../../console/saving.ts"
import { Refusal } from "../../sdk/src/index.ts"

interface Kept {
  version: number
  name: string
  colours: { a: number; b: number }
}

/** A record that others may change too. */
function kept(begin: Kept) {
  let now = begin
  return {
    change: (fields: Partial<Kept>) => {
      now = { ...now, ...fields, version: now.version + 1 }
    },
    read: async () => now,
    send: async ({ if_version, ...fields }: Partial<Kept> & { if_version: number }) => {
      if (if_version !== now.version)
        throw new Refusal(409, { code: "version_conflict", message: "It has changed.", request_id: "1" })
      now = { ...now, ...fields, version: now.version + 1 }
      return now
    },
  }
}

const base: Kept = { version: 3, name: "Ana", colours: { a: 1, b: 2 } }
const mine = { name: "Ana Ruiz" }

describe("MD-33 a save of the console", () => {
  it("goes over a change of other fields, and over the same one", async () => {
    const record = kept(base)
    record.change({ colours: { b: 2, a: 4 } })
    const saved = await saveOver({ base, changes: mine, ...record })
    expect(saved).toEqual({ version: 5, name: "Ana Ruiz", colours: { b: 2, a: 4 } })
    const again = await saveOver({ base, changes: mine, ...record })
    expect(again.name).toBe("Ana Ruiz")
  })

  it("names the fields that have another value now, and what it is", async () => {
    const record = kept(base)
    record.change({ name: "Ann", colours: { b: 2, a: 1 } })
    const changes = { ...mine, colours: { a: 5, b: 2 } }
    const failure = await saveOver({ base, changes, ...record }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Conflict)
    expect(failure).toMatchObject({ fields: ["name"], now: { version: 4, name: "Ann" } })
  })

  it("leaves every other refusal as it is", async () => {
    const refused = new Refusal(400, { code: "invalid_input", message: "name: too long", request_id: "1" })
    const send = () => Promise.reject(refused)
    await expect(saveOver({ base, changes: mine, read: async () => base, send })).rejects.toBe(refused)
  })
})
