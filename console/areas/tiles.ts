/**
 * The tiles of a view, and their positions. At level z the world of `projection.ts` is cut into 2^z by 2^z tiles, numbered
 * from its north-west corner.
 */
import { type MapView, type Size, worldSize } from "./projection.ts"

/** In pixels of the page, which may each be several of a dense screen. */
const tileSize = 256

export interface Tile {
  z: number
  x: number
  y: number
  /** The column in the view's own numbering, which goes on beyond the 180th meridian where `x` begins anew. */
  column: number
  /** Whole pixels, so that no gap shines through. */
  left: number
  top: number
  width: number
  height: number
}

/** The level at which tiles are drawn nearest to their own size. */
const levelOf = (scale: number) => Math.max(0, Math.round(Math.log2((scale * worldSize) / tileSize)))

/** The view at the next smaller scale at which tiles have their own size, so that their texts are sharp. */
export function sharp(view: MapView): MapView {
  // A scale that is sharp already stays so, though its logarithm may be a hair smaller.
  const level = Math.floor(Math.log2((view.scale * worldSize) / tileSize) + 1e-6)
  return { ...view, scale: (tileSize * 2 ** Math.max(0, level)) / worldSize }
}

export function tilesOf(view: MapView, { width, height }: Size): Tile[] {
  const z = levelOf(view.scale)
  const count = 2 ** z
  const side = worldSize / count
  const [columns, lefts] = cuts(view.x, width, side, view.scale)
  const [rows, tops] = cuts(view.y, height, side, view.scale)
  return rows.flatMap((y, row) =>
    y < 0 || y >= count
      ? []
      : columns.map((column, at) => ({
          z,
          x: ((column % count) + count) % count,
          y,
          column,
          left: lefts[at]!,
          top: tops[row]!,
          width: lefts[at + 1]! - lefts[at]!,
          height: tops[row + 1]! - tops[row]!,
        })),
  )
}

/** Along one axis: the tiles that lie in the frame, and the pixel at which each begins; one pixel more, where the last ends. */
function cuts(middle: number, pixels: number, side: number, scale: number): [number[], number[]] {
  const half = pixels / 2 / scale
  const first = Math.floor((middle - half) / side)
  const end = Math.ceil((middle + half) / side)
  const numbers = Array.from({ length: end - first }, (_, index) => first + index)
  const begins = [...numbers, end].map((number) => Math.round(pixels / 2 + (number * side - middle) * scale))
  return [numbers, begins]
}

/** The address of a tile. `isDense`: for a screen with two pixels or more to each of the page. */
export function tileUrl(template: string, tile: Pick<Tile, "z" | "x" | "y">, isDense: boolean): string {
  const filled = { ...tile, r: isDense ? "@2x" : "" }
  return template.replaceAll(/\{([zxyr])\}/g, (_, name: "z" | "x" | "y" | "r") => String(filled[name]))
}
