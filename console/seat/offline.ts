/** The worker that answers with the kept page where there is no line. What the service says is never kept here. */

interface Fetched extends Event {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface Extended extends Event {
  waitUntil(work: Promise<unknown>): void
}

export {}

declare const self: {
  addEventListener(type: "fetch", listener: (event: Fetched) => void): void
  addEventListener(type: "install" | "activate", listener: (event: Extended) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}

const kept = "appointed-seat"
const pagePatienceMs = 4_000

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()))
self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url)
  if (event.request.mode === "navigate" && pathname === "/my-day")
    event.respondWith(newestPage(event.request))
  else if (pathname.startsWith("/my-day/assets/")) event.respondWith(keptFile(event.request))
})

async function newestPage(request: Request): Promise<Response> {
  const cache = await caches.open(kept)
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(pagePatienceMs) })
    if (answer.ok) await cache.put("/my-day", answer.clone())
    return answer
  } catch (error) {
    const found = await cache.match("/my-day")
    if (found) return found
    throw error
  }
}

/** A file's name carries a hash of what is in it. */
async function keptFile(request: Request): Promise<Response> {
  const cache = await caches.open(kept)
  const found = await cache.match(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}
