/** The project's own modules, parsed: what each imports, and its code without comments. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize, relative } from "node:path"
import { parseSync } from "vite"

export const root = join(import.meta.dirname, "../..")

export interface Import {
  /** A path from the root, or the name of a package. */
  from: string
  /** The imported names; empty for a whole module, and for a module that is only run. */
  names: readonly string[]
  /** True where it is gone once types are stripped. */
  isTypeOnly: boolean
  /** `import()`: fetched when it is called. */
  isDynamic?: true
}

export interface Source {
  path: string
  /** Comments are blanked out. */
  code: string
  program: ReturnType<typeof parseSync>["program"]
  imports: readonly Import[]
}

/** The paths of all test files: those in `test`, and those beside the code of the service. */
export const testFiles = (): string[] =>
  ["test", "service"]
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true }).map((name) => join(room, String(name))),
    )
    .filter((path) => path.endsWith(".test.ts"))

/** The paths of all code under the folders, tests included, but no generated file. */
export const sourceFiles = (folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
    )
    .filter((path) => /\.(tsx?|js)$/.test(path) && !/generated|node_modules/.test(path))
    .sort()

/** All modules under the folders. Tests count as modules of `test` alone. */
export function readSources(folders: readonly string[]): Source[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
    )
    .filter((path) => /\.tsx?$/.test(path) && (path.startsWith("test/") || !path.endsWith(".test.ts")))
    .map(readSource)
}

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), "utf8")
  const { program, module, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const imports: Import[] = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      from: moduleRequest.value,
      names: entries.flatMap(({ importName }) => importName.name ?? []),
      isTypeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest, importName, isType }) =>
        moduleRequest
          ? [
              {
                from: moduleRequest.value,
                names: importName.name ? [importName.name] : [],
                isTypeOnly: isType,
              },
            ]
          : [],
      ),
    ...module.dynamicImports.map(({ moduleRequest }) => ({
      // The request is the source text of an expression; one that is no literal keeps its quotes and matches nothing.
      from: text.slice(moduleRequest.start, moduleRequest.end).replace(/^"([^"]*)"$/, "$1"),
      names: [],
      isTypeOnly: false,
      isDynamic: true as const,
    })),
  ]
  return {
    path,
    program,
    code: comments.reduce((code, { start, end }) => blank(code, start, end), text),
    imports: imports.map((each) => ({ ...each, from: resolved(path, each.from) })),
  }
}

const blank = (code: string, start: number, end: number) =>
  code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, " ") + code.slice(end)

const resolved = (path: string, from: string) =>
  from.startsWith(".") ? relative(root, normalize(join(root, dirname(path), from))) : from
