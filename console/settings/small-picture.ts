/** A picture small enough to be sent: photos of phones are larger than the service takes, and pages show them small. */

const longestSide = 800
const mostBytes = 512 * 1_024

/** The file itself where it is small already, or where the browser can't read it: then the service says so. */
export async function smallPicture(file: Blob): Promise<Blob> {
  const image = await createImageBitmap(file).catch(() => null)
  if (!image) return file
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height))
  if (scale === 1 && file.size <= mostBytes) return file
  const canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const type = file.type === "image/png" ? "image/png" : "image/jpeg"
  const written = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85))
  return written ?? file
}
