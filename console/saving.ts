/**
 * Saves what was edited over the state that was read. When somebody else has changed the same meanwhile, the one who saves
 * sees it, and their typing stays.
 */
import type { MutationObserverOptions } from "@tanstack/query-core"
import { useRef } from "preact/hooks"
import { isRefusal } from "../sdk/src/index.ts"
import { useWrite, type Write } from "./api/queries.ts"

export interface Versioned {
  version: number
}

/** Somebody else has changed fields that are being saved. */
export class Conflict extends Error {
  /** As the record stands now. */
  readonly now: Readonly<Record<string, unknown>> & Versioned
  readonly fields: readonly string[]

  constructor(now: object & Versioned, fields: readonly string[]) {
    super("Changed meanwhile")
    this.now = now as Conflict["now"]
    this.fields = fields
  }
}

type Compared = (field: string, value: unknown) => unknown

interface Overwrite<Kept extends Versioned, Changes extends object, Saved> {
  /** As it was read before the edit. */
  base: Kept
  changes: Changes
  read(): Promise<Kept>
  send(changes: Changes & { if_version: number }): Promise<Saved>
  /** A value of the record in the form that is sent, to be compared; itself when left out. */
  asSent?: Compared | undefined
}

/**
 * Sends the changes with the version they were made to. When other fields were changed meanwhile, or these to the same, it
 * sends them again over the present state; throws `Conflict` when these fields have another value now.
 */
export async function saveOver<Kept extends Versioned, Changes extends object, Saved>({
  base,
  changes,
  read,
  send,
  asSent = (_, value) => value,
}: Overwrite<Kept, Changes, Saved>): Promise<Saved> {
  let seen: Versioned = base
  for (;;) {
    try {
      return await send({ ...changes, if_version: seen.version })
    } catch (error) {
      if (!isRefusal(error, "version_conflict")) throw error
    }
    const now = await read()
    const valueIn = (record: object, field: string) =>
      sorted(asSent(field, (record as Record<string, unknown>)[field]))
    const fields = Object.entries(changes).flatMap(([field, mine]) => {
      const present = valueIn(now, field)
      return present === valueIn(base, field) || present === sorted(mine) ? [] : [field]
    })
    if (fields.length > 0) throw new Conflict(now, fields)
    seen = now
  }
}

/** As text that is the same for the same value, in whichever order an object's fields came. */
function sorted(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

type SavingOptions<Kept extends Versioned, Changes extends object, Saved> = Omit<
  Overwrite<Kept, Changes, Saved>,
  "base" | "changes"
> &
  Omit<MutationObserverOptions<Saved, Error, Changes>, "mutationFn"> & {
    record: Kept
    /** While something is edited, the state that was read before it counts; always, when left out. */
    isEdited?: boolean
  }

export interface Saving<Changes, Saved> extends Write<Changes, Saved> {
  /** The changes that another person has made meanwhile. Saving again then keeps the typed values. */
  conflict: Conflict | null
}

/** Most writes answer the record as it then stands. */
const isKept = <Kept extends Versioned>(saved: unknown): saved is Kept =>
  typeof (saved as Partial<Versioned> | null | undefined)?.version === "number"

/** A form's write of a record that others may be editing too. */
export function useSaving<Kept extends Versioned, Changes extends object, Saved>({
  record,
  isEdited = true,
  read,
  send,
  asSent,
  ...options
}: SavingOptions<Kept, Changes, Saved>): Saving<Changes, Saved> {
  const base = useRef(record)
  if (!isEdited) base.current = record
  const write = useWrite<Changes, Saved>({
    ...options,
    mutationFn: async (changes) => {
      try {
        const saved = await saveOver({ base: base.current, changes, read, send, asSent })
        if (isKept<Kept>(saved)) base.current = saved
        return saved
      } catch (error) {
        // The person sees this state now: to save again means to write over it.
        if (error instanceof Conflict) base.current = error.now as unknown as Kept
        throw error
      }
    },
  })
  return { ...write, conflict: write.failure instanceof Conflict ? write.failure : null }
}
