/** The control: a server that takes any bytes and answers 204. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const server = createServer((request, answer) => {
  request.resume().on("end", () => answer.writeHead(204).end())
})
server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port))
process.on("disconnect", () => process.exit())
