/** The pictures under the console's map, from a tile server that the operator names. */
export interface MapTiles {
  /** An address in which `{z}`, `{x}` and `{y}` are to be filled in, and `{r}` by `@2x` for screens of twice the density. */
  url: string
  /** The same for the dark scheme; null: the others serve it too, inverted. */
  darkUrl: string | null
  /** The makers, in parts of which some are links. */
  attribution: readonly { text: string; href: string | null }[]
}
