import type { Scheme } from "../shared/frame-contract.ts"

/** What makes an element's own colour that of text on the bare canvas. */
export const canvasText = { "color-scheme": "inherit", color: "CanvasText" }

/**
 * Whether a place looks light or dark: by the nearest background that can't be seen through, else by the canvas.
 *
 * @param probe an element there that is styled as `canvasText`
 */
export function schemeOf(place: Element, probe: Element): Scheme {
  for (let each: Element | null = place; each; each = each.parentElement) {
    const ground = painted(getComputedStyle(each).backgroundColor)
    if (ground.alpha > 127) return ground.light < 128 ? "dark" : "light"
  }
  return painted(getComputedStyle(probe).color).light < 128 ? "light" : "dark"
}

export const prefersDark = () => matchMedia("(prefers-color-scheme:dark)")

/** How light, and how opaque, from 0 to 255: any colour that CSS can name. */
function painted(color: string): { light: number; alpha: number } {
  const canvas = document.createElement("canvas").getContext("2d")!
  canvas.fillStyle = color
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
  return { light: red * 0.3 + green * 0.6 + blue * 0.1, alpha }
}
