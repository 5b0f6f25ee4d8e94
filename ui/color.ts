/**
 * A company's accent made legible: any colour comes in, colours that reach WCAG contrast come out.
 */
import { contrast, inkOn, parseHex, type Rgb } from "../domain/units/contrast.ts"

export interface BrandTone {
  /** The accent itself, for filled buttons. */
  fill: string
  /** Text on the fill: black or white, at least 4.5:1. */
  ink: string
  /** Links and numbers: at least 4.5:1 on the page, the surface and the tint. */
  text: string
  /** Outlines and focus rings: at least 3:1 on the page, the surface and the tint. */
  line: string
  /** A faint wash of the accent over the surface. */
  tint: string
}

export interface BrandPalette {
  light: BrandTone
  dark: BrandTone
}

/** The backgrounds the stylesheet uses; a test holds them equal to `ui/styles/tokens.css`. */
export const backgrounds = {
  light: { page: "#f5f5f2", surface: "#ffffff" },
  dark: { page: "#131312", surface: "#1d1d1b" },
} as const

const neutralAccent = "#3b5068"

/** The palette of an accent written `#rgb` or `#rrggbb`; anything else gets a quiet neutral. */
export function brandPalette(accentColor: string): BrandPalette {
  const accent = parseHex(accentColor) ?? parseHex(neutralAccent)!
  return { light: tone(accent, "light"), dark: tone(accent, "dark") }
}

function tone(accent: Rgb, scheme: "light" | "dark"): BrandTone {
  const { page, surface } = backgrounds[scheme]
  const fill = toHex(accent)
  const tint = toHex(mix(parseHex(surface)!, accent, scheme === "light" ? 0.09 : 0.16))
  const grounds = [page, surface, tint]
  const towards: Rgb = scheme === "light" ? [0, 0, 0] : [255, 255, 255]
  return {
    fill,
    ink: inkOn(fill),
    text: shiftUntil(accent, towards, grounds, 4.5),
    line: shiftUntil(accent, towards, grounds, 3),
    tint,
  }
}

function shiftUntil(accent: Rgb, towards: Rgb, grounds: string[], ratio: number): string {
  for (let step = 0; step <= 100; step += 2) {
    const candidate = toHex(mix(accent, towards, step / 100))
    if (grounds.every((ground) => contrast(candidate, ground) >= ratio)) return candidate
  }
  return toHex(towards)
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return [channel(0), channel(1), channel(2)]
}

function toHex([red, green, blue]: Rgb): string {
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, "0")}`
}
