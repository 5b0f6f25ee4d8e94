/** Tiles over the outline, in the colours of the scheme. Where a tile does not load, the outline shows through. */
import { useState } from "preact/hooks"
import type { MapTiles } from "../../domain/model/map-tiles.ts"
import { useIsDark } from "../parts/media.ts"
import type { MapView, Size } from "./projection.ts"
import { tilesOf, tileUrl } from "./tiles.ts"

/** As the operator sets them; null without a tile server. */
export const mapTiles: MapTiles | null = JSON.parse(
  document.querySelector<HTMLMetaElement>("meta[name=map-tiles]")?.content ?? "null",
)

export function TileLayer({ tiles, view, size }: { tiles: MapTiles; view: MapView; size: Size }) {
  const isDark = useIsDark()
  const template = (isDark && tiles.darkUrl) || tiles.url
  return (
    <div class={isDark && tiles.darkUrl === null ? "tiles inverted" : "tiles"} aria-hidden="true">
      {tilesOf(view, size).map(({ column, left, top, width, height, ...tile }) => {
        const src = tileUrl(template, tile, devicePixelRatio > 1)
        const place = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }
        return <Picture key={`${column} ${src}`} src={src} place={place} />
      })}
    </div>
  )
}

interface PictureProps {
  src: string
  place: Record<"left" | "top" | "width" | "height", string>
}

/** Asked for without cookies. The console's origin goes along, without a path: tile servers serve by it, or refuse without it. */
function Picture({ src, place }: PictureProps) {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <img
      crossOrigin="anonymous"
      referrerpolicy="strict-origin"
      src={src}
      alt=""
      class={isLoaded ? "loaded" : ""}
      style={place}
      onLoad={() => setLoaded(true)}
    />
  )
}

export function Attribution({ parts }: { parts: MapTiles["attribution"] }) {
  return (
    <p class="attribution">
      {parts.map(({ text, href }) =>
        href === null ? (
          text
        ) : (
          <a key={href} href={href} target="_blank" rel="noreferrer">
            {text}
          </a>
        ),
      )}
    </p>
  )
}
