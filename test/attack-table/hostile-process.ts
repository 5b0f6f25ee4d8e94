/** A website and calendars that are made to cost their reader time: pages of a megabyte, the hostile feeds, and an ordinary one. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { hostileFeeds } from "../support/hostile-feeds.ts"

const feeds = Object.values(hostileFeeds).map((make) => make())
const page = `<!doctype html><title>x</title>${'<div a="'.repeat(60_000)}${"<script>".repeat(60_000)}`

const server = createServer((request, answer) => {
  if (request.url === "/ordinary") {
    answer
      .setHeader("content-type", "text/calendar")
      .end("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n")
    return
  }
  const feed = /^\/feeds\/(\d+)/.exec(request.url ?? "")
  if (feed) answer.setHeader("content-type", "text/calendar").end(feeds[Number(feed[1]) % feeds.length])
  else answer.setHeader("content-type", "text/html").end(page.slice(0, 1_000_000))
})
server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port))
process.on("disconnect", () => process.exit())
