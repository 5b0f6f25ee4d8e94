import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type S3Server, s3Keys, startS3 } from "../../../test/support/s3-server.ts"
import type { FileStore } from "../../platform/ports/files.ts"
import { createDiskStore } from "./files/disk.ts"
import { createS3Store } from "./files/s3.ts"

const folder = mkdtempSync(join(tmpdir(), "appointed-stores-"))
const path = join(folder, "arrived")
let s3: S3Server

beforeAll(async () => {
  s3 = await startS3()
  writeFileSync(path, Buffer.alloc(200_000, "photo"))
})
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

const s3Store = (changes = {}) =>
  createS3Store({ url: s3.url, bucket: s3.bucket, region: "eu-central-1", ...s3Keys, ...changes })
const stores: [string, () => FileStore][] = [
  ["disk", () => createDiskStore(join(folder, "kept"))],
  ["s3", () => s3Store()],
]

describe.each(stores)("ML-07 files kept by %s", (_name, open) => {
  it("are there once they are put, replaced by the next, and gone once they are removed", async () => {
    const store = open()
    expect(await store.read("7/1-abc")).toBeNull()
    await store.put("7/1-abc", path, "image/jpeg")
    const found = (await store.read("7/1-abc"))!
    expect(found.bytes).toBe(200_000)
    expect(Buffer.concat(await found.content.toArray())).toEqual(Buffer.alloc(200_000, "photo"))
    const other = join(folder, "other")
    writeFileSync(other, "newer")
    await store.put("7/1-abc", other, "application/pdf")
    const replaced = (await store.read("7/1-abc"))!
    expect(Buffer.concat(await replaced.content.toArray()).toString()).toBe("newer")
    await store.remove("7/1-abc")
    await store.remove("7/1-abc")
    expect(await store.read("7/1-abc")).toBeNull()
  })

  it("say that the store can't be reached when what is to be stored is not there", async () => {
    const store = open()
    const put = store.put("7/2-abc", join(folder, "missing"), "image/jpeg")
    await expect(put).rejects.toThrow(
      expect.objectContaining({ name: expect.stringMatching(/FileStoreUnavailable|Error/) }),
    )
    expect(await store.read("7/2-abc")).toBeNull()
  })
})

describe("ML-07 files in a bucket", () => {
  it("are refused with a wrong secret, and while the bucket fails or hangs up", async () => {
    const unavailable = expect.objectContaining({ name: "FileStoreUnavailable" })
    await expect(s3Store({ secretAccessKey: "wrong" }).put("7/3", path, "image/jpeg")).rejects.toThrow(
      unavailable,
    )
    expect(s3.objects.size).toBe(0)
    s3.failing.status = 503
    await expect(s3Store().read("7/3")).rejects.toThrow(unavailable)
    await expect(s3Store().remove("7/3")).rejects.toThrow(unavailable)
    s3.failing.status = null
    await expect(s3Store({ url: "http://127.0.0.1:1" }).read("7/3")).rejects.toThrow(unavailable)
  })

  it("go with their type", async () => {
    await s3Store().put("7/4-abc", path, "image/jpeg")
    expect(s3.objects.get("7/4-abc")!.type).toBe("image/jpeg")
    await s3Store().remove("7/4-abc")
  })
})

describe("ML-07 files on disk", () => {
  it("leave no draft behind", async () => {
    const store = createDiskStore(join(folder, "drafts"))
    await store.put("7/1-abc", path, "image/jpeg")
    expect(readdirSync(join(folder, "drafts", "7"))).toEqual(["1-abc"])
  })
})
