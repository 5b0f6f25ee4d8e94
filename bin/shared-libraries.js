import { spawnSync } from "node:child_process"
import * as apt from "./apt.js"

/** The packages that hold what a bare system lacks, as Debian's and Fedora's families call them. */
const PACKAGES = { "libatomic.so.1": { debian: "libatomic1", fedora: "libatomic" } }

/**
 * Makes sure that a Node starts on this machine, whose linker has to find all of its shared libraries. One that is missing
 * is installed where that is one command for root.
 * npm's scripts run on the Node that runs npm, for that reason: on their PATH the pinned one comes first.
 *
 * @returns null, or what is missing with its remedy in one line
 */
export function missingLibrary(node, { canInstall, install } = apt) {
  for (const tried = new Set(); ; ) {
    const library = libraryThatLacks(node)
    if (library === null) return null
    const names = PACKAGES[library]
    if (!names || tried.has(library) || !canInstall()) return remedyFor(library, names)
    tried.add(library)
    process.stderr.write(`Installing ${names.debian}, which holds ${library} …\n`)
    install(names.debian)
  }
}

/** The first library that the linker does not find; null when Node starts, or fails for another reason. */
function libraryThatLacks(node) {
  const { status, stderr } = spawnSync(node, ["--version"], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  })
  if (status === 0) return null
  return /error while loading shared libraries: ([^:\s]+):/.exec(stderr ?? "")?.[1] ?? null
}

function remedyFor(library, names) {
  const remedy = names
    ? `Run: sudo apt-get install -y ${names.debian} (Debian, Ubuntu) or sudo dnf install -y ${names.fedora} (Fedora)`
    : "Install the package of your system that holds it"
  return `This machine lacks the shared library ${library}, without which Node does not start. ${remedy}.`
}
