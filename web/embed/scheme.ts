import type { Scheme } from "../shared/frame-contract.ts"

/** Whether the place looks light or dark: by the nearest background that can't be seen through, else by the canvas. */
export function schemeOf(place: Element): Scheme {
  for (let each: Element | null = place; each; each = each.parentElement) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = painted(getComputedStyle(each).backgroundColor)
    if (alpha > 127) return red * 0.3 + green * 0.6 + blue * 0.1 < 128 ? "dark" : "light"
  }
  const { colorScheme } = getComputedStyle(document.documentElement)
  const isDark = /dark/.test(colorScheme) && (!/light/.test(colorScheme) || prefersDark().matches)
  return isDark ? "dark" : "light"
}

export const prefersDark = () => matchMedia("(prefers-color-scheme:dark)")

/** Red, green, blue and alpha, 0 to 255, of any colour that CSS can name. */
function painted(color: string): Iterable<number> {
  const canvas = document.createElement("canvas").getContext("2d")!
  canvas.fillStyle = color
  canvas.fillRect(0, 0, 1, 1)
  return canvas.getImageData(0, 0, 1, 1).data
}
