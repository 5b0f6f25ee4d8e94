/** A thread that reads files from calendars' servers, one after the other. */
import { parentPort, workerData } from "node:worker_threads"
import { tzifZones, type ZoneFiles } from "../../../../domain/time/tzif.ts"
import { useZoneData } from "../../../../domain/time/zone-table.ts"
import { CalendarUnavailable } from "../../../platform/ports/calendars.ts"
import { type ReaderTasks, readerTasks } from "./reader-tasks.ts"

export interface ReaderThreadData {
  zoneFiles: ZoneFiles | null
}

/** A task of `reader-tasks.ts`, the file, and what else it takes. */
export interface ReaderCall {
  name: keyof ReaderTasks
  file: Uint8Array<ArrayBuffer>
  more: readonly unknown[]
}

/** The result of a call; `unreadable` for a file that can't be read. */
export type ReaderReply = { result: unknown } | { unreadable: true }

const { zoneFiles } = workerData as ReaderThreadData
if (zoneFiles) useZoneData(tzifZones(zoneFiles))

parentPort!.on("message", (call: ReaderCall) => parentPort!.postMessage(replyTo(call)))

function replyTo({ name, file, more }: ReaderCall): ReaderReply {
  try {
    const task: (file: Uint8Array, ...more: never[]) => unknown = readerTasks[name]
    return { result: task(file, ...(more as never[])) }
  } catch (error) {
    // XML within XML within XML ends in a stack that is too deep.
    if (error instanceof CalendarUnavailable || error instanceof RangeError) return { unreadable: true }
    throw error
  }
}
