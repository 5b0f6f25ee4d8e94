/** The one address: the sources are Vite's, and all else is the service's, whose two hosts have a name each. */
import { once } from "node:events"
import { createServer, request as send } from "node:http"
import { text } from "node:stream/consumers"
import { consoleOfSources, pageOfSources, SOURCES } from "./sources.js"

/** Listens at once: what starts behind it needs to know the address. Requests that come earlier wait. */
export async function openFront({ host, port }) {
  const server = createServer()
  const opened = Promise.withResolvers()
  server.on("request", async (request, response) => {
    const behind = await opened.promise
    await answer(behind, request, response).catch((error) => refuse(response, error))
  })
  server.listen(port, host)
  try {
    await once(server, "listening")
  } catch (error) {
    if (error.code !== "EADDRINUSE") throw error
    throw new Error(`Port ${port} is taken by another program. Choose another with PORT=${port + 10}.`)
  }
  return {
    server,
    port: server.address().port,
    open: opened.resolve,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answer(behind, request, response) {
  const { vite, addresses } = behind
  if (request.url.startsWith(SOURCES)) {
    vite.middlewares(request, response, () => response.writeHead(404).end())
    return
  }
  const isForCustomers = request.headers.host === new URL(addresses.book).host
  if (isForCustomers && /^\/(console|docs|dev)?(\/|$)/.test(request.url)) {
    // A path of the other name of this machine is sent there: the person meant that address.
    response.writeHead(307, { location: addresses.base + request.url }).end()
    return
  }
  await pass(behind, isForCustomers, request, response)
}

/** Passes a request on, once the service is up. */
async function pass(behind, isForCustomers, request, response) {
  if (!(await behind.service.isUp())) throw new Error("The service does not run; the terminal shows why.")
  const { api, book } = behind.ports
  const toService = send({
    host: "127.0.0.1",
    port: isForCustomers ? book : api,
    method: request.method,
    path: request.url,
    // Documents are rewritten here, and this machine needs nothing compressed.
    headers: { ...request.headers, "accept-encoding": "identity", connection: "close" },
  })
  response.on("close", () => toService.destroy())
  request.pipe(toService)
  try {
    const [answered] = await once(toService, "response")
    await passBack(isForCustomers, request, answered, response)
  } catch (error) {
    const isRepeatable = ["GET", "HEAD"].includes(request.method) && !response.headersSent && !response.closed
    if (!isRepeatable) throw error
    // The service was stopped under it: the next one answers.
    await pass(behind, isForCustomers, request, response)
  }
}

async function passBack(isForCustomers, request, answered, response) {
  const isDocument = answered.headers["content-type"]?.startsWith("text/html") ?? false
  const isConsole = !isForCustomers && /^\/console(\/|\?|$)/.test(request.url)
  if (!isDocument || !(isForCustomers || isConsole)) {
    response.writeHead(answered.statusCode, answered.headers)
    answered.pipe(response)
    return
  }
  const served = await text(answered)
  // Vite brings scripts and styles of its own, which the policy of the built pages refuses.
  const { "content-security-policy": _policy, "content-length": _length, ...headers } = answered.headers
  response.writeHead(answered.statusCode, headers)
  response.end(isConsole ? await consoleOfSources(served) : pageOfSources(served))
}

function refuse(response, error) {
  if (response.headersSent) response.destroy()
  else response.writeHead(503, { "content-type": "text/plain; charset=utf-8" }).end(`${error.message}\n`)
}
