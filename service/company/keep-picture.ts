/** An uploaded picture, judged by its content and written anew without what else its bytes hold, such as where it was taken. */
import { createHash } from "node:crypto"
import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { invalid, Refusal } from "../../domain/model/errors.ts"
import { mostPictureBytes, pictureFormats } from "../../domain/model/picture.ts"
import { logoImageOf } from "../../domain/rules/public-page/page-settings.ts"
import type { AppContext } from "../platform/context.ts"
import type { Picture, PictureOwner } from "./pictures.sql.ts"

interface Sent {
  companyId: number
  owner: PictureOwner
  id: number
  image: File
}

/** Throws `files_not_kept` where the host keeps no files, and a 400 that names `image` for what is no picture. */
export async function cleanPicture(
  { files, random }: AppContext,
  { companyId, owner, id, image }: Sent,
): Promise<Picture> {
  if (files === null) throw new Refusal("files_not_kept")
  const sent = await image.bytes()
  if (logoImageOf(sent) === null) throw invalid("image", `expected ${pictureFormats}`)
  const path = join(files.arrivals, `picture-${Buffer.from(random.bytes(16)).toString("hex")}`)
  await writeFile(path, sent, { mode: 0o600 })
  let cleanPath = path
  try {
    const cleaned = await files.cleaner.clean(path, companyId)
    if (cleaned === null) throw invalid("image", `expected ${pictureFormats}`)
    cleanPath = cleaned.path
    if (cleaned.bytes > mostPictureBytes)
      throw invalid("image", "expected a picture of at most 512 KB, written anew without its metadata")
    const bytes = await readFile(cleanPath)
    const digest = createHash("sha256").update(`${owner} ${id} `).update(bytes).digest("hex").slice(0, 32)
    return { hash: `${companyId}-${digest}`, contentType: cleaned.mediaType, bytes }
  } finally {
    await rm(path, { force: true })
    await rm(cleanPath, { force: true })
  }
}
