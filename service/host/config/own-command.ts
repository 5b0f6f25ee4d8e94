/** How an operator calls a command of this very install: by npm in a checkout, by the service itself in a release folder. */
import { existsSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../..")

/** A release holds built pages and no sources of them, and its machine need not have npm. */
export const isRelease = (folder: string): boolean => !existsSync(join(folder, "pages", "vite.config.ts"))

/** The words before a command's own, such as `migrate`. */
export const commandOf = (folder: string): string =>
  isRelease(folder) ? "node_modules/.bin/node service/host/main.ts" : "npm run cli --"

export const ownCommand = (words: string): string => `${commandOf(root)} ${words}`
