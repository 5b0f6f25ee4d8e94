/**
 * A process of its own that plays clients, so that neither the attacked process nor the one that measures does their work.
 * It gets its orders, and runs until one stops it.
 */
import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

/** Clients' orders, each with a connection of its own. */
export interface Crowd {
  port: number
  clients: number
  /** Whole requests, as their bytes in latin1. A client sends them in turn, each after the answer to the one before. */
  requests: readonly string[]
  /**
   * `answers` are read at once. `none` of their bytes is read. `half` of each request is sent, and then a byte a second.
   * `stream` is an answer that stays open. One that `leaves` hangs up after a second, and asks again.
   */
  way: "answers" | "none" | "half" | "stream" | "leaves"
  /** Between an answer and the next request. */
  pauseMs: number
}

const endOfHead = "\r\n\r\n"
const againMs = 50
const leavesAfterMs = 1_000
let isOver = false
let sent = 0
const open = new Set<Socket>()

async function play(crowd: Crowd, index: number): Promise<void> {
  for (let turn = index; !isOver; ) {
    const socket = connect({ port: crowd.port, host: "127.0.0.1", noDelay: true })
    open.add(socket)
    socket.on("error", () => undefined)
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()))
    if (crowd.way === "answers") turn = await exchangeAll(crowd, socket, turn)
    else {
      hold(crowd, socket, crowd.requests[turn % crowd.requests.length]!)
      await closed
    }
    open.delete(socket)
    socket.destroy()
    await sleep(againMs)
  }
}

function hold({ way }: Crowd, socket: Socket, request: string): void {
  sent += 1
  if (way === "none") {
    socket.pause()
    socket.write(request, "latin1")
  } else if (way === "leaves") {
    socket.resume()
    socket.write(request, "latin1")
    setTimeout(() => socket.destroy(), leavesAfterMs)
  } else if (way === "stream") {
    socket.resume()
    socket.write(request, "latin1")
  } else {
    const half = Math.floor(request.length / 2)
    socket.write(request.slice(0, half), "latin1")
    let at = half
    const drip = setInterval(() => socket.write(request[at++] ?? " ", "latin1"), 1_000)
    socket.resume().once("close", () => clearInterval(drip))
  }
}

/** Until the server closes; returns the turn of the next request. */
async function exchangeAll({ requests, pauseMs }: Crowd, socket: Socket, first: number): Promise<number> {
  let turn = first
  while (!isOver) {
    const request = requests[turn % requests.length]!
    turn += 1
    sent += 1
    socket.write(request, "latin1")
    if (!(await answered(socket))) return turn
    if (pauseMs > 0) await sleep(pauseMs)
  }
  return turn
}

/** Reads one answer; false when the connection ends before. */
function answered(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    let head = ""
    let missing = Number.NaN
    let tail = ""
    const finish = (isWhole: boolean) => {
      socket.off("data", onData).off("close", onClose)
      resolve(isWhole)
    }
    const onClose = () => finish(false)
    const onData = (bytes: Buffer) => {
      let length = bytes.length
      if (Number.isNaN(missing)) {
        head += bytes.toString("latin1")
        const end = head.indexOf(endOfHead)
        if (end < 0) return
        length = head.length - end - endOfHead.length
        missing = /transfer-encoding: *chunked/i.test(head.slice(0, end))
          ? Number.POSITIVE_INFINITY
          : Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
      }
      tail = (tail + bytes.toString("latin1", Math.max(0, bytes.length - 8))).slice(-8)
      missing -= length
      if (missing <= 0 || (missing === Number.POSITIVE_INFINITY && tail.endsWith("0\r\n\r\n"))) finish(true)
    }
    socket.on("data", onData).on("close", onClose)
  })
}

process.on("message", async (message: readonly Crowd[] | "stop") => {
  if (message === "stop") {
    isOver = true
    for (const socket of open) socket.destroy()
    process.send!({ sent })
    process.disconnect?.()
    return
  }
  for (const crowd of message) {
    for (let index = 0; index < crowd.clients; index += 1) void play(crowd, index)
  }
})
