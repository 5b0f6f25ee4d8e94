/** The process that writes photos anew, one after the other. What breaks the decoder ends this process alone. */
import { open, rename, stat } from "node:fs/promises"
import sharp, { type Sharp } from "sharp"
import {
  bytesToJudge,
  type FoundType,
  isWholePdf,
  typeOfContent,
} from "../../../../domain/model/file-type.ts"
import { fileLimits } from "../../../../domain/model/uploaded-file.ts"
import type { CleanFile } from "../../../platform/ports/files.ts"

const mostPixels = 50_000_000
/** Longer sides are scaled down to this: enough to read a type plate, and its bytes stay few. */
const longestSide = 4_096
const longestTail = 1_024

// Only the decoders of the kinds that are taken; nothing is remembered between two files.
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegFile",
    "VipsForeignLoadPngFile",
    "VipsForeignLoadWebpFile",
    "VipsForeignLoadNsgifFile",
    "VipsForeignLoadHeifFile",
  ],
})
sharp.cache(false)
sharp.concurrency(1)

process.on("message", async (path: string) => {
  const cleaned = await clean(path).catch(() => null)
  process.send!(cleaned)
})

async function clean(path: string): Promise<CleanFile | null> {
  const { head, tail, bytes } = await ends(path)
  const type = typeOfContent(head)
  if (type === null) return null
  if (type === "pdf") return isWholePdf(tail) ? { path, mediaType: "application/pdf", bytes } : null
  return writeAnew(path, type)
}

async function ends(path: string): Promise<{ head: Uint8Array; tail: Uint8Array; bytes: number }> {
  const file = await open(path)
  try {
    const { size: bytes } = await file.stat()
    const at = async (length: number, position: number) =>
      (await file.read(Buffer.alloc(length), 0, length, Math.max(0, position))).buffer
    const tailLength = Math.min(longestTail, bytes)
    return { head: await at(bytesToJudge, 0), tail: await at(tailLength, bytes - tailLength), bytes }
  } finally {
    await file.close()
  }
}

/** Pixels and nothing else. The first picture of one that moves; turned as its camera was held. */
async function writeAnew(path: string, type: FoundType): Promise<CleanFile | null> {
  const read = () =>
    sharp(path, { limitInputPixels: mostPixels, failOn: "error", sequentialRead: true })
      .autoOrient()
      .resize(longestSide, longestSide, { fit: "inside", withoutEnlargement: true })
      .timeout({ seconds: 20 })
  const written = await writeAs(
    read(),
    path,
    type === "png" || type === "gif" ? "png" : type === "webp" ? "webp" : "jpeg",
  )
  // A noisy picture may take more bytes than it came with.
  return written.bytes <= fileLimits.bytes
    ? written
    : writeAs(read().flatten({ background: "white" }), path, "jpeg")
}

async function writeAs(image: Sharp, path: string, kind: "jpeg" | "png" | "webp"): Promise<CleanFile> {
  const draft = `${path}.draft`
  const target = `${path}.clean`
  const encoded =
    kind === "png"
      ? image.png({ compressionLevel: 6 })
      : kind === "webp"
        ? image.webp({ quality: 85 })
        : image.jpeg({ quality: 85 })
  await encoded.toFile(draft)
  await rename(draft, target)
  return { path: target, mediaType: `image/${kind}`, bytes: (await stat(target)).size }
}
