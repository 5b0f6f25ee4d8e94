import { join } from "node:path"
import "./node-version.js"

const { become, prepare, root } = await import("./setup.js")

/** Prints how many of the project's own files one request runs: `npm run walk`, and with `-- --files` their names. */
become(prepare(), [join(root, "bench", "walk", "walk.ts"), ...process.argv.slice(2)])
