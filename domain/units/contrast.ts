/** How legible one colour is on another (WCAG 2). */

export type Rgb = readonly [red: number, green: number, blue: number]

/** WCAG contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrast(first: string, second: string): number {
  const [a, b] = [luminance(parseHex(first)!), luminance(parseHex(second)!)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Black or white, whichever stands out more; one of them always reaches 4.58:1. */
export function inkOn(fill: string): string {
  return contrast(fill, "#000000") >= contrast(fill, "#ffffff") ? "#000000" : "#ffffff"
}

function luminance(color: Rgb): number {
  const linear = (value: number) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2])
}

/** A colour from `#rgb` or `#rrggbb`; null for anything else. */
export function parseHex(text: string): Rgb | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]
  if (!digits) return null
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits
  const value = Number.parseInt(full, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
