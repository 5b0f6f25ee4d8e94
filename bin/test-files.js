import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * The test files of each project of `vitest.config.ts`: paths of files, and of folders, which end in a slash. All
 * others are of "database". Beside each of "host" stand the folders whose changes it is about.
 */
const PROJECTS = JSON.parse(readFileSync(join(root, "test", "projects.json"), "utf8"))

const PLACES = Object.entries(PROJECTS)
  .flatMap(([project, paths]) =>
    (Array.isArray(paths) ? paths : Object.keys(paths)).map((path) => ({ path, project })),
  )
  // The longest path that fits decides.
  .sort((a, b) => b.path.length - a.path.length)

/** The tests of the host with what they are about: `{ "test/kills/": ["service/platform/", …] }`. */
export const hostTests = PROJECTS.host

/** All test files: those in `test`, and those beside the code of the service. */
export const testFiles = () =>
  ["test", "service"]
    .flatMap((room) => readdirSync(join(root, room), { recursive: true }).map((path) => join(room, path)))
    .filter((path) => path.endsWith(".test.ts"))
    .sort()

/** The project that runs a test file. */
export const projectOfFile = (path) =>
  PLACES.find((place) => (place.path.endsWith("/") ? path.startsWith(place.path) : path === place.path))
    ?.project ?? "database"

/** A project's test files, in the order of their paths. */
export const filesOf = (project) => testFiles().filter((path) => projectOfFile(path) === project)

/** True where the project has any test file whose path holds one of the filters. */
export const hasTests = (project, filters) =>
  filesOf(project).some((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
