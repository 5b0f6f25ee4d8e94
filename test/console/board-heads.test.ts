/** The heads above the board's columns, and the size in which the board is drawn. */
import { h } from "preact"
import { renderToString } from "preact-render-to-string"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import type { Board } from "../../console/board/board-data.ts"
import type { Column } from "../../console/board/columns.ts"
import type { BoardGridProps } from "../../console/board/grid.ts"
import { textsIn } from "../support/html-texts.ts"
import { stubBrowser } from "./browser-globals.ts"

let GroupHeads: typeof import("../../console/board/grid-heads.tsx")["GroupHeads"]
let dayColumns: typeof import("../../console/board/columns.ts")["dayColumns"]
let pxPerMinute: number
let scaled: typeof import("../../console/board/grid.ts")["scaled"]
beforeAll(async () => {
  vi.resetModules()
  // The modules read the address, the languages and the size of text as they are loaded. This reader's text is a quarter larger.
  stubBrowser()
  vi.stubGlobal("getComputedStyle", () => ({ fontSize: "20px" }))
  const words = await import("../../console/words/words.ts")
  await words.speak("en")
  ;({ scaled, pxPerMinute } = await import("../../console/board/grid.ts"))
  ;({ dayColumns } = await import("../../console/board/columns.ts"))
  ;({ GroupHeads } = await import("../../console/board/grid-heads.tsx"))
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const date = "2027-03-01"
const at = (clock: string) => `${date}T${clock}:00.000Z`

/** A location at which one or two work; its day begins at midnight of its own clock. */
const location = (id: number, name: string, timezone: string, behindHours: number) => ({
  ...{ id, name, timezone, active: true, closed: [] },
  days: [
    {
      date,
      start_time: at(`0${behindHours}:00`),
      end_time: new Date(Date.parse(at(`0${behindHours}:00`)) + 86_400_000).toISOString(),
    },
  ],
  utc_offsets: [{ from: at("00:00"), minutes: -60 * behindHours }],
})
const provider = (id: number, name: string, location_id: number) => ({
  ...{ id, name, active: true, appointment_type_ids: [1], usual_location_id: location_id },
  hours: [{ location_id, start_time: at("17:00"), end_time: at("19:00") }],
  ...{ time_off: [], busy: [], trips: [] },
})
const board = {
  ...{ start_time: at("00:00"), end_time: "2027-03-02T00:00:00.000Z", appointments: [] },
  locations: [
    location(1, "Downtown", "America/Chicago", 6),
    location(2, "Harbour", "America/Los_Angeles", 8),
  ],
  providers: [provider(1, "Ana", 1), provider(2, "Ben", 1), provider(3, "Cleo", 2)],
} as unknown as Board

/** The texts of the heads, one a column. */
function headsOf(columns: readonly Column[], more: Partial<BoardGridProps> = {}): string[] {
  const props = { columns, headsAreDates: false, mover: { moving: null }, onHead() {}, ...more }
  const group = { columns: columns.map((column, index) => ({ column, index })), hasAxis: true }
  const html = renderToString(h(GroupHeads, { group, ...(props as unknown as BoardGridProps) }))
  const heads = html.split('<div class="head"').slice(1)
  return heads.map((head) => textsIn(`<div${head}`).join("|"))
}

it("CN-05 a location stands once above those who work there, each with what is free", () => {
  const columns = dayColumns(board, date, { locationId: 1, providerId: null, typeId: null } as never)
  expect(headsOf(columns)).toEqual(["Downtown|Ana|2h free", "Ben|2h free"])
})

it("CN-05 a location whose clock differs says its zone and how far it is behind", () => {
  const all = dayColumns(board, date, { locationId: null, providerId: null, typeId: null } as never)
  expect(all.map(({ provider: { name } }) => name)).toEqual(["Ana", "Ben", "Cleo"])
  const [, , cleo] = all
  const group = { columns: [{ column: cleo!, index: 2 }], hasAxis: true }
  const props = { columns: all, headsAreDates: false, mover: { moving: null }, onHead() {} }
  const html = renderToString(h(GroupHeads, { group, ...(props as unknown as BoardGridProps) }))
  expect(html).toContain("<b>Harbour</b> · Pacific Time, 2 h behind")
  expect(html).toContain(">PT</div>")
})

it("CN-05 in one person's week the heads are dates, and the location stands beside what is free", () => {
  const columns = dayColumns(board, date, { locationId: 1, providerId: 1, typeId: null } as never)
  expect(headsOf(columns, { headsAreDates: true })).toEqual(["Mon, Mar 1|Downtown · 2h free"])
})

it("CN-05 the board grows with the reader's text", () => {
  expect(scaled(16)).toBe(20)
  expect(pxPerMinute).toBeCloseTo(1.27 * 1.25)
})
