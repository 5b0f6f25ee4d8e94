/** The phone keeps the last day that was seen, and the presses that are not sent yet. */
import type { Day, Press } from "./presses.ts"

/** The last day that was seen, with the user whose it is. */
export interface Kept {
  userId: number
  sessionId: number
  day: Day
  /** How far the phone's clock is behind the service's, in milliseconds. */
  clockMs: number
}

const stores = ["kept", "presses"] as const
type Store = (typeof stores)[number]

let opened: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("appointed-seat", 1)
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("kept")
      asked.result.createObjectStore("presses", { keyPath: "id", autoIncrement: true })
    }
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
  return opened
}

/** Resolves when it is on the disk, so that a phone that dies a moment later has it. */
async function run<Result>(
  store: Store,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await open()).transaction(store, mode, { durability: "strict" })
  const asked = work(transaction.objectStore(store))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(asked.result)
    transaction.onabort = () => reject(transaction.error)
  })
}

export const readKept = (): Promise<Kept | undefined> => run("kept", "readonly", (store) => store.get("day"))
export const keep = (kept: Kept) => run("kept", "readwrite", (store) => store.put(kept, "day"))
export const forgetKept = () => run("kept", "readwrite", (store) => store.delete("day"))

/** Lists them in the order in which they were pressed. */
export const readPresses = (): Promise<Press[]> => run("presses", "readonly", (store) => store.getAll())
export const addPress = (press: Omit<Press, "id">) => run("presses", "readwrite", (store) => store.add(press))
export const putPress = (press: Press) => run("presses", "readwrite", (store) => store.put(press))
export const deletePress = (id: number) => run("presses", "readwrite", (store) => store.delete(id))
