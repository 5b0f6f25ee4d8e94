/** The mutations of a run: a seeded sample of each layer, so that the same seed draws the same again. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "vite"
import { type Mutation, mutated, mutationsOf } from "./mutations.ts"

/** The service without what starts it and the ways in. */
const capabilities = readdirSync(join(import.meta.dirname, "../../service"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !["host", "ways-in"].includes(entry.name))
  .map(({ name }) => `service/${name}`)

/** The layers of the code, each with its folders. */
export const layers: Record<string, readonly string[]> = {
  rules: ["domain/rules"],
  operations: capabilities,
  /** The statements of the other capabilities. */
  statements: capabilities,
  screens: ["console", "pages"],
}

/** Kinds of changes of a layer; all where it has none of its own. */
const kindsOf: Record<string, RegExp> = { statements: /^(?:SQL|lock) / }

/** The layer's modules. Messages and generated modules decide nothing. */
export function modulesOf(root: string, layer: string): string[] {
  return layers[layer]!.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((path) => /\.tsx?$/.test(path) && !/messages|\.generated\.|\.d\.ts$|\.test\.ts$/.test(path)),
  ).sort()
}

/**
 * Draws so many lines of the modules, and one mutation of each that parses: long expressions weigh no more than short ones.
 */
export function drawMutations(
  root: string,
  modules: readonly string[],
  count: number,
  seed: number,
  layer = "",
): Mutation[] {
  const isOfLayer = ({ kind }: Mutation) => kindsOf[layer]?.test(kind) ?? true
  const random = seeded(seed)
  const texts = new Map(modules.map((path) => [path, readFileSync(join(root, path), "utf8")]))
  const all = modules.flatMap((path) => mutationsOf(path, texts.get(path)!).filter(isOfLayer))
  const lines = [...Map.groupBy(all, ({ path, line }) => `${path}:${line}`).values()]
  const drawn: Mutation[] = []
  for (const ofLine of shuffled(lines, random)) {
    if (drawn.length === count) break
    const mutation = ofLine[Math.floor(random() * ofLine.length)]!
    if (parses(mutation, texts.get(mutation.path)!)) drawn.push(mutation)
  }
  return drawn
}

const parses = (mutation: Mutation, text: string) =>
  parseSync(mutation.path, mutated(text, mutation)).errors.length === 0

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const rest = [...items]
  for (let last = rest.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[rest[last], rest[other]] = [rest[other]!, rest[last]!]
  }
  return rest
}

/** Numbers from 0 up to 1, the same for the same seed: a linear congruential generator with the constants of MMIX. */
function seeded(seed: number): () => number {
  let state = BigInt(seed)
  return () => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n)
    return Number(state >> 11n) / 2 ** 53
  }
}
