/** Photos and documents of the tests, and the way by which they are uploaded. */
import sharp from "sharp"

/** A photo as a phone takes it: with the place, and what its maker writes into it. */
export const photoWithPlace = (width = 320, height = 240): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "firebrick" } })
    .withExif({
      IFD0: { Make: "PlantedMaker", ImageDescription: "PlantedWords" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "30/1 16/1 0/1" },
    })
    .jpeg()
    .toBuffer()

export const smallPdf = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
)

export interface Uploaded {
  status: number
  headers: Headers
  data: { id: string; name: string; media_type: string; bytes: number }
  error: { code: string; message: string }
}

export async function upload(
  url: string,
  bytes: Uint8Array | string,
  type = "image/jpeg",
): Promise<Uploaded> {
  const answer = await fetch(url, {
    method: "PUT",
    headers: { "content-type": type },
    body: bytes as Uint8Array<ArrayBuffer>,
  })
  const { data, error } = (await answer.json()) as Pick<Uploaded, "data" | "error">
  return { status: answer.status, headers: answer.headers, data, error }
}

export const bytesOf = async (url: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(url)).arrayBuffer())
