import type { Scheme } from "../../domain/contracts/frame.ts"

/** Gives an element the text colour of the bare canvas. */
export const canvasText = { "color-scheme": "inherit", color: "CanvasText" }

/**
 * The scheme of an element's surroundings, light or dark: by the nearest opaque background, else by the canvas.
 *
 * @param probe an element in there that is styled as `canvasText`
 */
export function schemeOf(element: Element, probe: Element): Scheme {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const ground = painted(getComputedStyle(each).backgroundColor)
    if (ground.alpha > 127) return ground.light < 128 ? "dark" : "light"
  }
  return painted(getComputedStyle(probe).color).light < 128 ? "light" : "dark"
}

export const prefersDark = () => matchMedia("(prefers-color-scheme:dark)")

/** The lightness and opacity, 0 to 255, of any CSS colour. */
function painted(color: string): { light: number; alpha: number } {
  const canvas = document.createElement("canvas").getContext("2d")!
  canvas.fillStyle = color
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
  return { light: red * 0.3 + green * 0.6 + blue * 0.1, alpha }
}
