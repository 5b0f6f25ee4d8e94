/** The Solomon instances as days to plan, with whole travel: a tenth of a unit of distance is one minute. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { DayToPlan, PlanVehicle, PlanVisit } from "../../domain/model/plan.ts"

export interface Instance {
  name: string
  day: DayToPlan
}

const scale = 10

/** Throws when a line does not give the words that its checksum was taken of. */
export function solomonInstances(): Instance[] {
  const text = readFileSync(new URL("solomon.txt", import.meta.url), "utf8")
  const lines = text.split("\n").map((line) => line.split(" "))
  const points = new Map(
    lines
      .filter(([kind]) => kind === "points")
      .map(([, family, ...words]) => [family!, words.map((word) => word.split(",").map(Number))]),
  )
  return lines.filter(([kind]) => kind === "instance").map((words) => instanceOf(points, words))
}

function instanceOf(families: ReadonlyMap<string, number[][]>, words: readonly string[]): Instance {
  const [name, family] = [words[1]!, words[2]!]
  const [vehicles, capacity, service, closing] = words.slice(3, 7).map(Number) as [
    number,
    number,
    number,
    number,
  ]
  const windows = words.slice(7, -1).map((word) => word.split("-").map(Number) as [number, number])
  const points = families.get(family)!
  const rows = points.map(([x, y, demand], i) => {
    const [ready, due] = i === 0 ? [0, closing] : windows[i - 1]!
    return [i, x!, y!, demand!, ready, due, i === 0 ? 0 : service]
  })
  const heading = "VEHICLE NUMBER CAPACITY"
  const columns = "CUSTOMER CUST NO. XCOORD. YCOORD. DEMAND READY TIME DUE DATE SERVICE TIME"
  const all = [name, heading, vehicles, capacity, columns, ...rows.flat()].join(" ")
  if (createHash("sha256").update(all).digest("hex") !== words.at(-1))
    throw new Error(`${name} is not what its checksum was taken of`)
  return { name, day: dayOf(rows, vehicles, capacity) }
}

function dayOf(rows: readonly number[][], vehicles: number, capacity: number): DayToPlan {
  const minutes = rows.flatMap((a) =>
    rows.map((b) => Math.round(Math.hypot(a[1]! - b[1]!, a[2]! - b[2]!) * scale)),
  )
  const vehicle = (id: number): PlanVehicle => ({
    id,
    opening: 0,
    closing: rows[0]![5]! * scale,
    startPoint: 0,
    endPoint: 0,
    table: 0,
    pauses: new Int32Array(0),
    busy: new Int32Array(0),
    skills: [],
    capacity,
  })
  const visits: PlanVisit[] = rows.slice(1).map(([id, , , load, ready, due, service]) => ({
    id: id!,
    point: id!,
    minutes: service! * scale,
    bufferBefore: 0,
    bufferAfter: 0,
    earliest: ready! * scale,
    latest: due! * scale,
    skills: [],
    vehicleIds: null,
    load: load!,
  }))
  return {
    vehicles: Array.from({ length: vehicles }, (_, i) => vehicle(i + 1)),
    visits,
    tables: [{ points: rows.length, minutes: Int32Array.from(minutes), setupMinutes: 0 }],
  }
}
