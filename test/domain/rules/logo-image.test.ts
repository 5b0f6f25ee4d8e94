import { describe, expect, it } from "vitest"
import { logoImageOf } from "../../../domain/rules/public-page/page-settings.ts"

const image = (hex: string) => logoImageOf(Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex")))
const png = "89504e470d0a1a0a 0000000d 49484452 000000f0 00000050"
const riff = "52494646 00000000 57454250"

describe("the type and size of a logo, by its first bytes", () => {
  it.each([
    { what: "a PNG", hex: png, size: [240, 80], type: "png" },
    { what: "a JPEG", hex: "ffd8 ffe00004abcd ffc0000b 08 0032 003c", size: [60, 50], type: "jpeg" },
    {
      what: "a progressive JPEG after fill bytes",
      hex: "ffd8 ffff ffc2000b 08 0032 003c",
      size: [60, 50],
      type: "jpeg",
    },
    {
      what: "a lossy WebP",
      hex: `${riff} 56503820 00000000 000000 9d012a f000 5040`,
      size: [240, 80],
      type: "webp",
    },
    { what: "a lossless WebP", hex: `${riff} 5650384c 00000000 2f efc01300`, size: [240, 80], type: "webp" },
    {
      what: "an extended WebP",
      hex: `${riff} 56503858 00000000 00000000 ef0000 4f0000`,
      size: [240, 80],
      type: "webp",
    },
  ])("$what", ({ hex, size, type }) => {
    expect(image(hex)).toEqual({ contentType: `image/${type}`, width: size[0], height: size[1] })
  })

  it.each([
    ["nothing", ""],
    ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("hex")],
    ["a PNG that is cut off", png.slice(0, 40)],
    ["a PNG without a width", png.replace("000000f0", "00000000")],
    ["a JPEG that holds tables only", "ffd8 ffc40004abcd ffd9"],
    ["a JPEG whose segment has no length", "ffd8 ffe0"],
    ["a WebP of a chunk of another kind", `${riff} 41425550 00000000 00000000 00000000 00000000`],
  ])("%s is no logo", (_, hex) => {
    expect(image(hex)).toBeNull()
  })
})
