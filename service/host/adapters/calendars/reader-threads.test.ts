import { afterEach, beforeEach, expect, it } from "vitest"
import { createReaderThreads, type ReaderThreads } from "./reader-threads.ts"

let threads: ReaderThreads
beforeEach(() => {
  threads = createReaderThreads({ threads: 2, deadlineMs: 60_000 })
})
afterEach(() => threads.close())

const { signal } = new AbortController()
const window = { startMinute: 0, endMinute: 60 }
const question = {
  ...{ timezone: "UTC", isZoneSet: true, unansweredBlocks: true, ownerEmail: null, mark: "ours", ...window },
}
const feedOf = (bytes: number) => {
  const [head, tail] = ["BEGIN:VCALENDAR\r\n", "\r\nEND:VCALENDAR\r\n"]
  return Buffer.from(`${head}X-NOTE:${"x".repeat(bytes - head.length - tail.length - 7)}${tail}`)
}
const read = (companyId: number, bytes: number) =>
  threads.read({ companyId, signal }, "feedBusy", feedOf(bytes), question).then(
    () => "read",
    ({ problem }) => problem,
  )

it("FX-14 files of one company wait in 12 MB, and another company's are read meanwhile", async () => {
  // One is at work, and six wait. The rest come later, as a server's answer that is too slow does.
  const own = Array.from({ length: 9 }, () => read(1, 2_000_000))
  expect(await read(2, 2_000_000)).toBe("read")
  expect(await Promise.all(own)).toEqual([...Array(7).fill("read"), "timeout", "timeout"])
  expect(await read(1, 2_000_000)).toBe("read")
})

it("FX-14 a file of the largest size may always wait", async () => {
  expect(await Promise.all([read(1, 1_000), read(1, 9_900_000), read(1, 1_000)])).toEqual([
    ...["read", "read", "read"],
  ])
})
