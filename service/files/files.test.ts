import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openChannels, samsNumber, talk } from "../../test/support/agent.ts"
import { bytesOf, photoWithPlace, smallPdf, upload } from "../../test/support/files.ts"
import { linkOf, makeLink } from "../../test/support/link.ts"
import { openPublicPage, visitorOf } from "../../test/support/public-page.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { makeCustomer, nextNumber, put, type Story, tellStory } from "../../test/support/story.ts"
import { createDiskStore } from "../host/adapters/files/disk.ts"
import { createS3Store } from "../host/adapters/files/s3.ts"
import { upkeep } from "../host/upkeep.worker.ts"
import type { FileStore } from "../platform/ports/files.ts"

let service: TestService
let story: Story

const questions = [
  { key: "photo", label: "A photo of the type plate", kind: "file", required: true },
  { key: "plan", label: "A plan of the cellar", kind: "file", required: false },
]

beforeAll(async () => {
  service = await startService({ book: true, files: true, trustProxyHops: 1 })
  story = await tellStory(service)
  await openPublicPage(service, story)
  await openChannels(service, "+15125550188")
  await put(service, `/appointment-types/${story.typeId}`, { questions })
})
afterAll(() => service.stop())

const starts = (function* () {
  for (const day of ["02", "03", "04", "05", "08", "09"])
    for (const hour of [15, 16, 17, 18, 19, 20, 21, 22]) yield `2027-03-${day}T${hour}:00:00.000Z`
})()
const wish = (more: object = {}) => ({
  customer_id: story.customerId,
  appointment_type_id: story.typeId,
  provider_id: story.anaId,
  location_id: story.locationId,
  start_time: starts.next().value!,
  ...more,
})
const bookWith = (more: object) => service.api("POST", "/appointments", wish(more))
const askUpload = async (name = "plate.jpeg") => (await service.api("POST", "/files", { name })).body.data
const uploaded = async (bytes: Uint8Array | string, name = "plate.jpeg"): Promise<string> => {
  const asked = await askUpload(name)
  const sent = await upload(asked.upload_url, bytes)
  expect(sent.status).toBe(201)
  return asked.id
}
const readFile = (id: string) => service.api("GET", `/files/${id}`)
const kept = () =>
  readdirSync(join(service.context.files!.arrivals, "kept"), { recursive: true, encoding: "utf8" }).filter(
    (name) => name.includes("/"),
  )

describe("ML-07 a photo or a document as an answer", () => {
  it("the company API uploads a photo, books with it, and reads it without what its camera wrote", async () => {
    const photo = await photoWithPlace()
    expect(photo.includes("PlantedMaker")).toBe(true)
    const asked = await askUpload("../../Type plate.HEIC")
    expect(asked).toMatchObject({ max_bytes: 10_485_760, expires_at: "2027-03-01T13:00:00.000Z" })
    expect(asked.upload_url).toMatch(new RegExp(`^${service.bookUrl}/files/`))
    const sent = await upload(asked.upload_url, photo, "text/html")
    expect(sent.data).toMatchObject({ id: asked.id, name: "Type plate.jpg", media_type: "image/jpeg" })

    const booked = await bookWith({ answers: { photo: [asked.id] } })
    expect(booked.status).toBe(201)
    const { id, answers } = booked.body.data
    expect(answers).toEqual([
      { key: "photo", label: "A photo of the type plate", value: ["Type plate.jpg"], files: [sent.data] },
    ])
    const file = (await readFile(asked.id)).body.data
    expect(file).toMatchObject({ ...sent.data, appointment_id: id })
    const bytes = await bytesOf(file.download_url)
    expect(bytes.length).toBe(sent.data.bytes)
    expect(bytes.includes("PlantedMaker") || bytes.includes("PlantedWords")).toBe(false)
    const seen = await sharp(bytes).metadata()
    expect(seen).toMatchObject({ width: 320, height: 240, format: "jpeg" })
    expect(seen.exif).toBeUndefined()
  })

  it("a file comes as an attachment that runs nowhere, from an origin of its own, by a link that ends", async () => {
    const id = await uploaded(smallPdf, 'plan "of" cellar.pdf')
    const file = (await readFile(id)).body.data
    const { origin } = new URL(file.download_url)
    expect([new URL(service.apiUrl).origin, new URL(service.bookUrl!).origin]).not.toContain(origin)
    const answer = await fetch(file.download_url)
    await answer.arrayBuffer()
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": "attachment; filename*=UTF-8''plan%20-of-%20cellar.pdf",
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    })
    const status = async (url: string) => (await fetch(url)).status
    expect(await status(`${file.download_url}x`)).toBe(404)
    const other = file.download_url.split("/").at(-1).split(".")
    expect(await status(`${origin}/${[other[0], Number(other[1]) - 1, ...other.slice(2)].join(".")}`)).toBe(
      404,
    )
    service.clock.advanceMs(11 * 60_000)
    expect(await status(file.download_url)).toBe(404)
    service.clock.advanceMs(-11 * 60_000)
    const stranger = await service.anotherCompany()
    expect((await service.api("GET", `/files/${id}`, undefined, { key: stranger.key })).status).toBe(404)
  })

  it("a link for an upload takes one file, and ends after an hour", async () => {
    const asked = await askUpload()
    expect((await upload(asked.upload_url, "no photo")).error.code).toBe("file_refused")
    expect((await upload(asked.upload_url, smallPdf)).status).toBe(201)
    expect((await upload(asked.upload_url, smallPdf)).error.code).toBe("link_ended")
    const late = await askUpload()
    service.clock.advanceMs(61 * 60_000)
    expect((await upload(late.upload_url, smallPdf)).error.code).toBe("link_ended")
    service.clock.advanceMs(-61 * 60_000)
    expect((await upload(`${late.upload_url.slice(0, -1)}!`, smallPdf)).status).toBe(404)
  })

  it("a repeat under an Idempotency-Key gets the same link", async () => {
    const headers = { "idempotency-key": "the same upload" }
    const ask = () => service.api("POST", "/files", { name: "a.pdf" }, { headers })
    const [first, second] = [await ask(), await ask()]
    expect(first.status).toBe(201)
    expect(second.body).toEqual(first.body)
  })

  it("an answer names files that were uploaded, each for one booking, at most ten", async () => {
    const refused = async (photo: unknown) => (await bookWith({ answers: { photo } })).body.error
    const missing = { code: "invalid_input", field: "answers.photo" }
    expect(await refused(undefined)).toMatchObject({
      message: "answers.photo: is required: A photo of the type plate",
    })
    expect(await refused(["plate.jpg"])).toMatchObject(missing)
    expect(await refused([(await askUpload()).id])).toMatchObject(missing)
    const id = await uploaded(smallPdf)
    expect((await bookWith({ answers: { photo: id, plan: [id] } })).body.error.field).toBe("answers.plan")
    expect((await bookWith({ answers: { photo: id } })).status).toBe(201)
    expect(await refused([id])).toMatchObject(missing)
    const other = await service.anotherCompany()
    const theirs = await service.api("POST", "/files", { name: "a.pdf" }, { key: other.key })
    expect((await upload(theirs.body.data.upload_url, smallPdf)).status).toBe(201)
    expect(await refused([theirs.body.data.id])).toMatchObject(missing)
    const eleven = await Promise.all(Array.from({ length: 11 }, () => uploaded(smallPdf)))
    expect((await refused(eleven)).message).toBe("answers.photo: expected at most 10 files in a booking")
  })

  it("two bookings at once never have the same file", async () => {
    const id = await uploaded(smallPdf)
    const booked = await Promise.all([
      bookWith({ answers: { photo: [id] } }),
      bookWith({ answers: { photo: [id] }, provider_id: story.benId }),
    ])
    expect(booked.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  it("a visit and a booking link ask for links of their own", async () => {
    const visitor = visitorOf(service)
    const { typeId, anaId: providerId, locationId } = story
    const early = await visitor.send("POST", "/files", { name: "a.jpg" })
    expect(early.status).toBe(401)
    await visitor.proves(samsNumber)
    const { data } = await visitor.send<{ id: string; uploadUrl: string }>("POST", "/files", {
      name: "a.jpg",
    })
    expect((await upload(data.uploadUrl, await photoWithPlace())).status).toBe(201)
    const choice = { typeId, providerId, locationId, startTime: starts.next().value! }
    const booked = await visitor.book({ ...choice, answers: { photo: [data.id] } })
    expect(booked.status).toBe(201)

    const link = await makeLink(service, story)
    const asked = await link.send("/api/link/files", { method: "POST", body: { name: "b.pdf" } })
    expect(asked.status).toBe(201)
    await upload(asked.data.uploadUrl, smallPdf)
    const at = { providerId, locationId, startTime: starts.next().value! }
    expect((await link.book({ ...at, answers: { photo: [asked.data.id] } })).status).toBe(201)
  })

  it("FX-22 visitors and link holders name their own files alone, never staff's and never another visitor's", async () => {
    const { typeId, anaId: providerId, locationId } = story
    const choice = () => ({ typeId, providerId, locationId, startTime: starts.next().value! })
    const ofVisit = async (visitor: ReturnType<typeof visitorOf>) => {
      const { data } = await visitor.send<{ id: string; uploadUrl: string }>("POST", "/files", {
        name: "a.pdf",
      })
      await upload(data.uploadUrl, smallPdf)
      return data.id
    }
    const visitor = visitorOf(service)
    await visitor.proves(nextNumber())
    await visitor.register({ firstName: "Ruth", lastName: "Hale" })
    const stranger = visitorOf(service)
    await stranger.proves(nextNumber())
    const [ofStaff, ofStranger] = [await uploaded(smallPdf), await ofVisit(stranger)]
    for (const id of [ofStaff, ofStranger]) {
      const refused = await visitor.book({ ...choice(), answers: { photo: [id] } })
      expect([refused.status, refused.error.code, refused.error.field]).toEqual([
        400,
        "invalid_input",
        "answers.photo",
      ])
    }
    const link = await makeLink(service, { ...story, customerId: await makeCustomer(service) })
    const { typeId: _, ...slot } = choice()
    const byLink = await link.book({ ...slot, answers: { photo: [ofStaff] } })
    expect(byLink.error).toMatchObject({ code: "invalid_input", field: "answers.photo" })
    // Files that the stranger uploaded before they registered are theirs, and staff take those of staff.
    await stranger.register({ firstName: "Ann", lastName: "Lee" })
    expect((await stranger.book({ ...choice(), answers: { photo: [ofStranger] } })).status).toBe(201)
    expect((await bookWith({ answers: { photo: [ofStaff] } })).status).toBe(201)
  })

  it("an agent books without it and says that the link takes it; the link then asks, once", async () => {
    const call = await talk(service, samsNumber)
    const types = (await call.tool("GET", "/appointment-types")).body.data.appointment_types
    const mine = types.find(({ id }: { id: number }) => id === story.typeId)
    expect(mine.questions[0].ask).toBe(
      "A photo of the type plate You can send it after the booking, by the link in our confirmation, and there is nothing to say now.",
    )
    const booked = await call.tool("POST", "/appointments", {
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      location_id: story.locationId,
      start_time: starts.next().value!,
    })
    expect(booked.status).toBe(201)
    const { id } = booked.body.data
    const { manage_url } = (await service.api("GET", `/appointments/${id}`)).body.data
    const link = linkOf(service, manage_url)
    const shown = (await link.read()).data
    expect(shown.missingFiles?.map(({ key }) => key)).toEqual(["photo", "plan"])
    const asked = await link.send("/api/link/files", { method: "POST", body: { name: "b.pdf" } })
    await upload(asked.data.uploadUrl, smallPdf)
    const answers = { photo: [asked.data.id] }
    const given = await link.send("/api/link/files", { method: "PUT", body: { answers } })
    expect(given.data.missingFiles.map(({ key }: { key: string }) => key)).toEqual(["plan"])
    expect((await service.api("GET", `/appointments/${id}`)).body.data.answers[0].value).toEqual(["b.pdf"])
    const again = await link.send("/api/link/files", { method: "PUT", body: { answers } })
    expect(again.error).toMatchObject({ code: "invalid_input", field: "answers.photo" })
  })

  it("staff answer and correct later; a file that answers no more is deleted", async () => {
    const id = await uploaded(smallPdf)
    const booked = await bookWith({ answers: { photo: [id] } })
    const { id: appointmentId, notes_version, version } = booked.body.data
    const before = kept().length
    const second = await uploaded(await photoWithPlace())
    const path = `/appointments/${appointmentId}`
    const changed = await service.api("PUT", path, { answers: { plan: [second] }, if_version: notes_version })
    expect(changed.body.data.answers.map(({ key }: { key: string }) => key)).toEqual(["photo", "plan"])
    expect(changed.body.data).toMatchObject({ version, notes_version: notes_version + 1 })
    const stale = await service.api("PUT", path, { answers: { plan: null }, if_version: notes_version })
    expect(stale.body.error.code).toBe("version_conflict")
    const taken = await service.api("PUT", path, { answers: { photo: null } })
    expect(taken.body.data.answers.map(({ key }: { key: string }) => key)).toEqual(["plan"])
    expect((await readFile(id)).status).toBe(404)
    await upkeep(service.context)
    expect(kept()).toHaveLength(before)
  })

  it("what no booking took is deleted after 24 hours", async () => {
    const unclaimed = await uploaded(smallPdf)
    const claimed = await uploaded(smallPdf)
    expect((await bookWith({ answers: { photo: [claimed] } })).status).toBe(201)
    await askUpload("never sent.pdf")
    const before = kept().length
    service.clock.advanceMs(23 * 3_600_000)
    await upkeep(service.context)
    expect((await readFile(unclaimed)).status).toBe(200)
    service.clock.advanceMs(3_600_000)
    await upkeep(service.context)
    expect((await readFile(unclaimed)).status).toBe(404)
    expect((await readFile(claimed)).status).toBe(200)
    expect(kept().length).toBeLessThan(before)
    service.clock.advanceMs(-24 * 3_600_000)
  })

  it("files are erased with their customer, their bytes at once", async () => {
    const customerId = await makeCustomer(service, { phone: nextNumber() })
    const id = await uploaded(smallPdf)
    const start_time = "2027-03-01T20:00:00.000Z"
    const booked = await bookWith({ customer_id: customerId, start_time, answers: { photo: [id] } })
    const file = (await readFile(id)).body.data
    expect((await fetch(file.download_url)).status).toBe(200)
    await service.api("POST", `/appointments/${booked.body.data.id}/cancel`, {})
    const before = kept().length
    expect((await service.api("DELETE", `/customers/${customerId}?erase=true`)).status).toBe(200)
    expect((await readFile(id)).status).toBe(404)
    expect((await fetch(file.download_url)).status).toBe(404)
    expect(kept()).toHaveLength(before - 1)
  })

  it("a customer's export names the files", async () => {
    const id = await uploaded(smallPdf, "drawing.pdf")
    await bookWith({ answers: { photo: [id] } })
    const exported = await service.api("GET", `/customers/${story.customerId}/export`)
    expect(JSON.stringify(exported.body)).toContain(`"id":"${id}","name":"drawing.pdf"`)
  })
})

describe("ML-07 what a host and a company may keep", () => {
  it("a host that keeps no files refuses the question and the upload, and books without", async () => {
    const bare = await startService({ book: true })
    const told = await tellStory(bare)
    const file = { questions: [questions[0]] }
    const refused = await bare.api("PUT", `/appointment-types/${told.typeId}`, file)
    expect(refused.body.error).toMatchObject({ code: "files_not_kept", field: "questions[0].kind" })
    const made = await bare.api("POST", "/appointment-types", { name: "New", duration_minutes: 30, ...file })
    expect(made.body.error.code).toBe("files_not_kept")
    expect((await bare.api("POST", "/files", { name: "a" })).body.error.code).toBe("files_not_kept")
    expect((await bare.api("GET", "/files/file_1")).body.error.code).toBe("files_not_kept")
    for (const path of [`/appointment-types/${told.typeId}/image`, `/providers/${told.anaId}/image`]) {
      const answer = await fetch(`${bare.apiUrl}/api/v1${path}`, {
        method: "PUT",
        headers: { authorization: `Bearer ${bare.key}`, "content-type": "image/png" },
        body: "no picture",
      })
      const { error } = (await answer.json()) as { error: { code: string } }
      expect([answer.status, error.code]).toEqual([409, "files_not_kept"])
    }
    await bare.stop()
  })

  it("TQ-02 a store that cannot be reached keeps nothing and says so, and the same link takes the file later", async () => {
    const folder = mkdtempSync(join(tmpdir(), "appointed-store-"))
    const disk = createDiskStore(folder)
    const away = createS3Store({
      ...{ url: "http://127.0.0.1:1", bucket: "files", region: "eu-central-1" },
      ...{ accessKeyId: "key", secretAccessKey: "secret" },
    })
    let reached: FileStore = away
    const files: FileStore = {
      put: (...file) => reached.put(...file),
      read: (key) => reached.read(key),
      remove: (key) => reached.remove(key),
    }
    const shop = await startService({ book: true, files })
    const asked = (await shop.api("POST", "/files", { name: "a.pdf" })).body.data
    const refused = await upload(asked.upload_url, smallPdf)
    expect([refused.status, refused.error.code]).toEqual([503, "files_unavailable"])
    expect(refused.headers.get("retry-after")).toBe("10")
    reached = disk
    expect((await upload(asked.upload_url, smallPdf)).status).toBe(201)
    await shop.stop()
    rmSync(folder, { recursive: true })
  })

  it("a company's quota and an uploader's are kept", async () => {
    const small = await startService({ book: true, files: true, filesQuotaBytes: smallPdf.length })
    const told = await tellStory(small)
    const first = (await small.api("POST", "/files", { name: "a.pdf" })).body.data
    expect((await upload(first.upload_url, smallPdf)).status).toBe(201)
    expect((await small.api("POST", "/files", { name: "a" })).body.error.code).toBe("files_full")
    await small.stop()
    const link = await makeLink(service, { ...told, ...story })
    const ask = () => link.send("/api/link/files", { method: "POST", body: { name: "b.pdf" } })
    const asked = []
    for (let i = 0; i < 41; i++) asked.push(await ask())
    expect(asked.at(-1)!.error.code).toBe("rate_limited")
    expect(asked.at(-2)!.status).toBe(201)
  })
})

describe("PG-07 pictures of what is offered and of who does it", () => {
  type Fields = Record<string, unknown>
  interface Answered {
    data: { image_url: string; version: number }
    error: Fields
  }
  interface PageData {
    data: { company: Fields; types: ({ id: number; providers: ({ id: number } & Fields)[] } & Fields)[] }
  }
  const sendTo = async (path: string, bytes: Uint8Array, type = "image/jpeg") => {
    const answer = await fetch(`${service.apiUrl}/api/v1${path}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${service.key}`, "content-type": type },
      body: bytes as Uint8Array<ArrayBuffer>,
    })
    return { status: answer.status, ...((await answer.json()) as Answered) }
  }
  const pageOf = async () => (await (await fetch(`${service.bookUrl}/api/pages/harbour`)).json()) as PageData

  it.each([
    ["type", () => `/appointment-types/${story.typeId}`, "appointment_type.changed"],
    ["provider", () => `/providers/${story.anaId}`, "provider.changed"],
  ])(
    "a %s's picture is served without what its camera wrote, replaced and removed",
    async (_, path, event) => {
      const before = (await service.api("GET", path())).body.data
      expect(before.image_url).toBeNull()
      const set = await sendTo(`${path()}/image`, await photoWithPlace())
      expect(set.status).toBe(200)
      const { image_url: url, version } = set.data
      expect(url).toMatch(new RegExp(`^${service.bookUrl}/assets/picture/\\d+-[0-9a-f]{32}$`))
      expect(version).toBe(before.version + 1)
      const served = await fetch(url)
      expect(served.headers.get("content-type")).toBe("image/jpeg")
      expect(served.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox")
      const bytes = Buffer.from(await served.arrayBuffer())
      expect(bytes.includes("PlantedMaker") || bytes.includes("PlantedWords")).toBe(false)
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 240 })
      const lastChange = async () =>
        (await service.api("GET", `/events?types=${event}&limit=100`)).body.data.at(-1)?.data.changed
      await expect.poll(lastChange).toEqual(["image_url"])

      const other = await sendTo(`${path()}/image`, await photoWithPlace(100, 100))
      expect(other.data.image_url).not.toBe(url)
      expect((await fetch(url)).status).toBe(404)
      const same = await sendTo(`${path()}/image`, await photoWithPlace(100, 100))
      expect(same.data).toMatchObject({ image_url: other.data.image_url, version: other.data.version })
      const removed = await service.api("DELETE", `${path()}/image`)
      expect(removed.body.data.image_url).toBeNull()
      expect((await fetch(other.data.image_url)).status).toBe(404)
    },
  )

  it("what is no picture, of somebody else or too large is refused, and the old one stays", async () => {
    const path = `/providers/${story.anaId}/image`
    const { data } = await sendTo(path, await photoWithPlace())
    for (const bytes of [smallPdf, Buffer.from("<svg/>"), (await photoWithPlace()).subarray(0, 700)]) {
      const refused = await sendTo(path, bytes)
      expect(refused.status).toBe(400)
      expect(refused.error).toMatchObject({
        field: "image",
        message: "image: expected a PNG, JPEG or WebP image",
      })
    }
    expect((await sendTo(path, Buffer.alloc(524_289))).error.code).toBe("body_too_large")
    expect((await sendTo("/providers/999999/image", await photoWithPlace())).status).toBe(404)
    expect((await fetch(data.image_url)).status).toBe(200)
    await service.api("DELETE", path)
  })

  it("the public page has heading, price, words and pictures; an event, a search and a twin lose none of it", async () => {
    await put(service, `/appointment-types/${story.typeId}`, { category: "Repairs", price_text: "from $60" })
    await put(service, `/providers/${story.anaId}`, { about: "Boilers, since 2009" })
    const type = await sendTo(`/appointment-types/${story.typeId}/image`, await photoWithPlace(64, 64))
    const ana = await sendTo(`/providers/${story.anaId}/image`, await photoWithPlace(48, 48))
    const shown = (await pageOf()).data.types.find(({ id }) => id === story.typeId)
    expect(shown).toMatchObject({
      category: "Repairs",
      priceText: "from $60",
      imageUrl: type.data.image_url,
    })
    expect(shown?.providers.find(({ id }) => id === story.anaId)).toMatchObject({
      about: "Boilers, since 2009",
      imageUrl: ana.data.image_url,
    })
    const twin = (await service.api("POST", "/test-company", {})).body.data
    const types = await fetch(`${service.apiUrl}/api/v1/appointment-types`, {
      headers: { authorization: `Bearer ${twin.api_key}` },
    })
    const twins = ((await types.json()) as { data: Fields[] }).data
    const copied = String(twins.find(({ price_text: price }) => price === "from $60")?.image_url)
    expect(copied).not.toBe(type.data.image_url)
    expect((await fetch(copied)).status).toBe(200)
    expect((await fetch(type.data.image_url)).status).toBe(200)
  })

  it("a company gives an address or words for after the booking: https alone, one of both", async () => {
    for (const url of [
      "http://a.example",
      "https://",
      "javascript:alert(1)",
      "https://me:pw@a.example",
      "https://a b.example",
    ]) {
      const { status, body } = await service.api("PUT", "/company", { thank_you_url: url })
      expect([status, body.error?.field]).toEqual([400, "thank_you_url"])
    }
    const both = { thank_you_url: "https://a.example/x", thank_you_text: "Thanks" }
    expect((await service.api("PUT", "/company", both)).body.error.field).toBe("thank_you_text")
    await put(service, "/company", { thank_you_text: "See you!" })
    expect((await pageOf()).data.company.thanks).toEqual({ text: "See you!" })
    await put(service, "/company", { thank_you_url: "https://a.example/thanks?x=1" })
    const { data } = await service.api("GET", "/company").then(({ body }) => body)
    expect(data).toMatchObject({ thank_you_url: "https://a.example/thanks?x=1", thank_you_text: null })
    expect((await pageOf()).data.company.thanks).toEqual({ url: "https://a.example/thanks?x=1" })
    await put(service, "/company", { thank_you_url: null })
    expect((await pageOf()).data.company.thanks).toBeUndefined()
  })
})
