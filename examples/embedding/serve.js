// A company's own site, for trying out the embedding: node examples/embedding/serve.js --help
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { extname, join } from "node:path"
import { parseArgs } from "node:util"

const types = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript" }

/**
 * The pages of this folder as a server that is not listening yet.
 *
 * @param {{bookUrl?: string, slug?: string, link?: string}} named whose pages are embedded: the booking host, the
 *   company's slug, and a customer's booking_url
 */
export function createSite({ bookUrl = "http://127.0.0.1:3001", slug = "cedar-home", link = "" }) {
  return createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://site")
    const name = pathname === "/" ? "index.html" : pathname.slice(1)
    const type = types[extname(name)]
    const text = /^[a-z]+\.[a-z]+$/.test(name) && type && (await read(name))
    if (!text) return response.writeHead(404).end("Not found")
    const shown = text
      .replaceAll("http://127.0.0.1:3001", bookUrl)
      .replaceAll("cedar-home", slug)
      .replaceAll("THE_CUSTOMERS_BOOKING_URL", link)
    response.writeHead(200, { "content-type": type, "cache-control": "private, no-store" }).end(shown)
  })
}

const read = (name) => readFile(join(import.meta.dirname, name), "utf8").catch(() => null)

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "8080" },
      "book-url": { type: "string" },
      slug: { type: "string" },
      link: { type: "string" },
      help: { type: "boolean" },
    },
  })
  if (values.help) {
    console.log(
      "Options: --port 8080 --book-url http://127.0.0.1:3001 --slug cedar-home --link <booking_url>",
    )
  } else {
    const { port, slug, link, "book-url": bookUrl } = values
    createSite({ bookUrl, slug, link }).listen(Number(port), "localhost", () => {
      console.log(`http://localhost:${port} (the company's embed_origins have to list it)`)
    })
  }
}
