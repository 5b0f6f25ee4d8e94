/** Strangers' photos that are none: other kinds of files in their clothes, bombs, wrong lengths, slow and many. */
import { createHash } from "node:crypto"
import { readdirSync } from "node:fs"
import { connect } from "node:net"
import { deflateSync } from "node:zlib"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { usualLimits } from "../../service/ways-in/http/connections.ts"
import { bytesOf, photoWithPlace, smallPdf, upload } from "../support/files.ts"
import { startService, type TestService } from "../support/service.ts"
import { tellStory } from "../support/story.ts"

let service: TestService
beforeAll(async () => {
  const connectionLimits = { ...usualLimits, requestMs: 2_000, fileMs: 4_000 }
  service = await startService({ book: true, files: true, connectionLimits })
  await tellStory(service)
})
afterAll(() => service.stop())

const ask = async (name = "photo.jpg") => (await service.api("POST", "/files", { name })).body.data
const send = async (bytes: Uint8Array | string, type = "image/jpeg") =>
  upload((await ask()).upload_url, bytes, type)
const arrivals = () => readdirSync(service.context.files!.arrivals).filter((name) => name !== "kept")

const html = "<!doctype html><script>document.title='planted'</script>"
const svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='planted()'><rect width='9' height='9'/></svg>"

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
const crc = (bytes: Buffer) => {
  let c = 0xffffffff
  for (const byte of bytes) c = crcTable[(c ^ byte) & 0xff]! ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}
function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, check])
}
/** A picture of so many pixels of one colour in a few kilobytes. */
function pngBomb(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    pngChunk("IHDR", head),
    pngChunk("IDAT", rows),
    pngChunk("IEND", Buffer.alloc(0)),
  ])
}

describe("ML-07 hostile files", () => {
  it("SVG, HTML, scripts, archives, nothing and broken photos are refused, whatever they are called", async () => {
    const photo = await photoWithPlace()
    const refused = [
      svg,
      html,
      "",
      "#!/bin/sh\n",
      "PK\u0003\u0004zip",
      "GIF89a",
      photo.subarray(0, 200),
      `<?xml version="1.0"?>${svg}`,
      Buffer.from("\ufeff<svg/>"),
      Buffer.alloc(4_096),
      " %PDF-1.4\n%%EOF",
      `%PDF-1.4\n%%EOF\n${html}`,
    ]
    for (const bytes of refused)
      for (const type of ["image/jpeg", "image/svg+xml"])
        expect((await send(bytes, type)).error.code).toBe("file_refused")
    expect(arrivals()).toEqual([])
  })

  it("a photo that is a page and an archive besides is a photo alone when it is kept", async () => {
    const photo = await photoWithPlace()
    const behind = Buffer.concat([photo, Buffer.from(html), Buffer.from("PK\u0005\u0006"), Buffer.alloc(18)])
    const comment = Buffer.concat([
      photo.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, html.length + 2]),
      Buffer.from(html),
      photo.subarray(2),
    ])
    const png = await sharp(photo)
      .png()
      .withExif({ IFD0: { ImageDescription: html } })
      .toBuffer()
    for (const polyglot of [behind, comment, png]) {
      const { status, data } = await send(polyglot)
      expect(status).toBe(201)
      const kept = await bytesOf((await service.api("GET", `/files/${data.id}`)).body.data.download_url)
      expect(kept.includes("planted") || kept.includes("PK\u0005\u0006")).toBe(false)
    }
  })

  it("a few kilobytes that unpack to gigabytes are refused, and the next photo is taken", async () => {
    const bomb = pngBomb(60_000)
    expect(bomb.length).toBeLessThan(1_000_000)
    expect((await send(bomb)).error.code).toBe("file_refused")
    expect((await send(pngBomb(7_200))).error.code).toBe("file_refused")
    expect((await send(await photoWithPlace())).status).toBe(201)
  })

  it("more than ten megabytes are refused, announced or not", async () => {
    const large = Buffer.alloc(10 * 1_048_576 + 1, 0xff)
    expect((await send(large)).error.code).toBe("body_too_large")
    const { upload_url } = await ask()
    const parts = async function* () {
      for (let i = 0; i < 12; i++) yield Buffer.alloc(1_048_576, 0xff)
    }
    const body = ReadableStream.from(parts()) as unknown as Uint8Array<ArrayBuffer>
    const init = {
      method: "PUT",
      body,
      duplex: "half",
      headers: { "content-type": "image/png" },
    } as RequestInit
    const answer = await fetch(upload_url, init).then(
      ({ status }) => status,
      () => 413,
    )
    expect(answer).toBe(413)
    await expect.poll(arrivals).toEqual([])
  })

  it("a picture that would grow over ten megabytes is written as a smaller one", async () => {
    const side = 2_400
    const noise = createHash("shake256", { outputLength: side * side * 3 })
      .update("noise")
      .digest()
    // As a picture of 8 MB it becomes one of more: then it is written as a smaller one.
    const gif = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
      .gif({ effort: 1, dither: 0 })
      .toBuffer()
    const { status, data } = await send(gif)
    expect(status).toBe(201)
    expect(data.media_type).toBe("image/jpeg")
    expect(data.bytes).toBeLessThanOrEqual(10 * 1_048_576)
  })

  it("a body that breaks off, or never ends, leaves nothing, and its link still takes the file", async () => {
    const { upload_url } = await ask()
    const { hostname, port, pathname } = new URL(upload_url)
    const begin = (length: number) => {
      const socket = connect(Number(port), hostname)
      socket.on("error", () => undefined)
      socket.write(
        `PUT ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: image/jpeg\r\nContent-Length: ${length}\r\n\r\n`,
      )
      socket.write(Buffer.alloc(1_000, 0xff))
      return socket
    }
    const broken = begin(500_000)
    await expect.poll(() => arrivals().length).toBe(1)
    broken.destroy()
    await expect.poll(arrivals).toEqual([])
    const slow = begin(500_000)
    const answered = new Promise<string>((resolve) => {
      let text = ""
      slow.on("data", (part) => (text += part)).on("close", () => resolve(text))
    })
    expect((await answered) === "" || (await answered).includes("408")).toBe(true)
    await expect.poll(arrivals).toEqual([])
    expect((await upload(upload_url, await photoWithPlace())).status).toBe(201)
  })

  it("thirty at once are each taken once, and searches are answered meanwhile", async () => {
    const photo = await photoWithPlace(2_000, 1_500)
    const links = await Promise.all(Array.from({ length: 30 }, () => ask()))
    const sent = Promise.all(links.map(({ upload_url }) => upload(upload_url, photo)))
    expect((await service.api("GET", "/appointment-types")).status).toBe(200)
    expect((await sent).map(({ status }) => status)).toEqual(Array(30).fill(201))
    expect(new Set((await sent).map(({ data }) => data.id)).size).toBe(30)
  })

  it("thirty at once with one link leave one file", async () => {
    const { upload_url } = await ask()
    const sent = await Promise.all(Array.from({ length: 30 }, () => upload(upload_url, smallPdf)))
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(sent.filter(({ status }) => status !== 201).map(({ error }) => error.code))).toEqual(
      new Set(["link_ended"]),
    )
  })

  it("a name is a plain line, and no path", async () => {
    for (const name of ["a\r\nSet-Cookie: x=1", "", "x".repeat(121), "a\u202egpj.exe"])
      expect((await service.api("POST", "/files", { name })).status).toBe(400)
    const { upload_url } = await ask("../../../etc/passwd")
    expect((await upload(upload_url, smallPdf)).data.name).toBe("etc-passwd.pdf")
  })

  it("any site may send by a link, and read no more than the answer", async () => {
    const { upload_url } = await ask()
    const asked = await fetch(upload_url, {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-method": "PUT" },
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get("access-control-allow-methods")).toBe("PUT")
    expect(asked.headers.get("access-control-allow-credentials")).toBeNull()
  })
})
