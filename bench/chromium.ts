import { existsSync } from "node:fs"
import { NotMeasured } from "./not-measured.ts"

/** The browser that pages are measured in. `bin/bench.js` looks for it. */
export function chromiumPath(): string {
  const path = process.env.CHROMIUM ?? "/usr/bin/chromium"
  if (!existsSync(path)) throw new NotMeasured("there is no Chromium; sudo apt-get install -y chromium")
  return path
}
