/** Vite's part: message files are compiled as they are read, and their types follow them while `npm run dev` runs. */
import { compileMessages } from "../../domain/messages/compile-messages.ts"
import { isForBrowsers } from "./catalogues.js"
import { writeTypes } from "./types.js"

/** Keeps a French question mark or colon on the line of its word: the files write the space before it as any other space. */
const keepSigns = (code, id) =>
  /\/fr(\/[^/]+)?\.json/.test(id) ? code.replaceAll(/ (?=[?!;:»])|(?<=«) /g, "\u00a0") : code

export const messageFiles = {
  name: "message-files",
  enforce: "pre",
  buildStart: writeTypes,
  transform(code, id) {
    if (!isForBrowsers(id)) return null
    try {
      return {
        code: `export default ${JSON.stringify(compileMessages(JSON.parse(keepSigns(code, id))))}`,
        moduleType: "js",
        map: null,
      }
    } catch (error) {
      throw new Error(`${id}: ${error.message}`)
    }
  },
  handleHotUpdate({ file, server }) {
    if (!isForBrowsers(file)) return undefined
    writeTypes()
    server.ws.send({ type: "full-reload" })
    return []
  },
}
