/**
 * The catalogues of messages. A catalogue is a folder with a file for each language, `en.json`, or with a folder for each
 * language and a file for each part, `en/board.json`.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../setup.js"

/** English is the measure: the other languages have its keys and its arguments. */
export const LANGUAGES = ["en", "es", "fr"]

/** The catalogues of browsers and the first paint; Vite compiles these. */
const BROWSER = [
  "console/words",
  "console/seat/messages",
  "pages/shared/messages",
  "pages/shared/later/messages",
  "pages/customer/public-page/messages",
  "pages/customer/public-page/later/messages",
  "pages/customer/booking-link/messages",
  "pages/customer/booking-link/later/messages",
  "pages/customer/waiting-link/messages",
  "pages/shared/waiting/messages",
  "pages/server/messages",
]

/** The catalogues that the service reads as they are, and compiles when it starts. */
const SERVICE = ["domain/rules/texts/messages", "domain/rules/mails/messages", "domain/model/agent/messages"]

export const CATALOGUES = [...BROWSER, ...SERVICE]

/** True for the files that Vite compiles. */
export const isForBrowsers = (path) =>
  BROWSER.some((folder) => path.startsWith(`${join(root, folder)}/`)) &&
  /\/(en|es|fr)(\/[a-z-]+)?\.json$/.test(path)

/** The messages of one language; those of a part are a group with its name. */
export function readCatalogue(folder, language) {
  const single = join(root, folder, `${language}.json`)
  if (existsSync(single)) return read(single)
  const parts = readdirSync(join(root, folder, language)).filter((name) => name.endsWith(".json"))
  return Object.fromEntries(
    parts.sort().map((name) => [partOf(name), read(join(root, folder, language, name))]),
  )
}

/** `set-up.json` → `setUp`. */
const partOf = (name) => name.replace(/\.json$/, "").replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())

function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch (error) {
    throw new Error(`${path.slice(root.length + 1)}: ${error.message}`)
  }
}
