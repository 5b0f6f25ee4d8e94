import fc from "fast-check"
import { expect, it } from "vitest"
import { contrast, inkOn } from "../../domain/units/contrast.ts"
import { backgrounds, brandPalette } from "../../ui/color.ts"
import tokens from "../../ui/styles/tokens.css?raw"
import { drawn } from "../support/trials.ts"

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`)

it("gives every accent legible ink, text and outlines in light and dark", () => {
  fc.assert(
    fc.property(anyColor, (accent) => {
      const palette = brandPalette(accent)
      for (const scheme of ["light", "dark"] as const) {
        const { fill, ink, text, line, tint } = palette[scheme]
        expect(contrast(ink, fill)).toBeGreaterThanOrEqual(4.5)
        for (const ground of [backgrounds[scheme].page, backgrounds[scheme].surface, tint]) {
          expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(line, ground)).toBeGreaterThanOrEqual(3)
        }
      }
    }),
    drawn(4_000, 7),
  )
})

it("keeps an accent that is legible already", () => {
  expect(brandPalette("#0f766e").light).toMatchObject({ fill: "#0f766e", text: "#0f766e", line: "#0f766e" })
})

it("measures contrast as WCAG does", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5)
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2)
  expect(inkOn("#ffd400")).toBe("#000000")
})

it("reads short colours and turns nonsense into a quiet neutral", () => {
  expect(brandPalette("#0af")).toEqual(brandPalette("#00aaff"))
  expect(brandPalette("red;}</style>")).toEqual(brandPalette(""))
})

it("judges contrast on the backgrounds that the stylesheet paints", () => {
  const painted = (name: string) =>
    [...tokens.matchAll(new RegExp(`--${name}: (#\\w+)`, "g"))].map((m) => m[1])
  expect(painted("page")).toEqual([backgrounds.light.page, backgrounds.dark.page])
  expect(painted("surface")).toEqual([backgrounds.light.surface, backgrounds.dark.surface])
})
