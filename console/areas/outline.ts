/**
 * The outlines of counties, states and countries, drawn without a request to any server: the atlases come with the console,
 * in files of their own that are fetched when a map is first shown.
 */
import { mesh } from "topojson-client"
import { worldOf } from "./projection.ts"

export interface Outline {
  /** Paths in the units of the world. */
  countries: string
  states: string
  counties: string
}

type Topology = Parameters<typeof mesh>[0]

let drawn: Promise<Outline> | null = null

export function outline(): Promise<Outline> {
  drawn ??= draw()
  return drawn
}

async function draw(): Promise<Outline> {
  const [world, country] = await Promise.all([
    import("world-atlas/countries-110m.json"),
    import("us-atlas/counties-10m.json"),
  ])
  const us = country.default as unknown as Topology
  return {
    countries: pathOf(world.default as unknown as Topology, "countries"),
    states: pathOf(us, "states"),
    counties: pathOf(us, "counties"),
  }
}

function pathOf(topology: Topology, name: string): string {
  const lines = mesh(topology, topology.objects[name] as Parameters<typeof mesh>[1]).coordinates
  return lines.map(lineOf).join("")
}

function lineOf(line: readonly (readonly number[])[]): string {
  const points = line.map(([longitude, latitude]) =>
    worldOf({ latitude: latitude!, longitude: longitude! })
      .map((part) => part.toFixed(2))
      .join(" "),
  )
  return `M${points.join("L")}`
}
