import type { Config } from "./config-shape.ts"
import type { SettingsReader } from "./settings-reader.ts"

type TileSetting = "MAP_TILES_URL" | "MAP_TILES_DARK_URL"

const EXAMPLE = "an address such as https://tiles.example.com/{z}/{x}/{y}.png"
const MOST_ATTRIBUTION = 300

/** Null unless the operator names a tile server: the console's map is then an outline. */
export function readMapTiles(reader: SettingsReader): Config["mapTiles"] {
  const url = readTemplate(reader, "MAP_TILES_URL")
  const darkUrl = readTemplate(reader, "MAP_TILES_DARK_URL")
  const attribution = readAttribution(reader)
  if (reader.text("MAP_TILES_URL") === null) {
    for (const setting of ["MAP_TILES_DARK_URL", "MAP_TILES_ATTRIBUTION"] as const)
      if (reader.text(setting) !== null)
        reader.refuse(setting, "is set without MAP_TILES_URL", "MAP_TILES_URL too, or neither")
    return null
  }
  if (reader.text("MAP_TILES_ATTRIBUTION") === null) {
    reader.refuse(
      "MAP_TILES_ATTRIBUTION",
      "is missing",
      "who the tiles are by, as their license asks, since MAP_TILES_URL is set",
    )
  }
  return url !== null && attribution !== null ? { url, darkUrl, attribution } : null
}

function readTemplate(reader: SettingsReader, setting: TileSetting): string | null {
  const template = reader.text(setting)
  if (template === null) return null
  const wrong = mistakeIn(template, reader.text("BASE_URL")?.startsWith("https:") ?? false)
  if (wrong === null) return template
  reader.refuse(setting, wrong, EXAMPLE)
  return null
}

/** The value is not repeated: many hold a key. */
function mistakeIn(template: string, isConsoleOnHttps: boolean): string | null {
  const filledBy = (digit: string) => URL.parse(template.replaceAll(/\{[zxyr]\}/g, digit))
  const [url, other] = [filledBy("1"), filledBy("2")]
  const missing = ["{z}", "{x}", "{y}"].filter((placeholder) => !template.includes(placeholder))
  const [unknown] = template.replaceAll(/\{[zxyr]\}/g, "").match(/\{[^}]*\}?/) ?? []
  if (missing.length > 0) return `lacks ${missing.join(" and ")}`
  if (unknown !== undefined) return `has ${unknown}, which is not filled in`
  if (!/^https?:$/.test(url?.protocol ?? "")) return "is no http or https address"
  if (url!.username || url!.password)
    return "holds a user name or a password, which no tile is asked for with"
  // The console's content policy lets one host through, by its name.
  if (url!.host !== other?.host) return "has a placeholder in its host"
  if (!/^[a-z\d.-]+$/.test(url!.hostname)) return "has a host that a content policy has no form for"
  if (isConsoleOnHttps && url!.protocol === "http:")
    return "is a plain http address, and browsers load none into the console's https pages"
  return null
}

const LINK = /\[([^[\]]+)\]\((https?:\/\/[^\s()]+)\)/

/** The text in parts: `© [OpenStreetMap](https://…) contributors` has three. */
function readAttribution(reader: SettingsReader): NonNullable<Config["mapTiles"]>["attribution"] | null {
  const form = new RegExp(`^[^<>\\p{Cc}]{1,${MOST_ATTRIBUTION}}$`, "u")
  const expected = `text of at most ${MOST_ATTRIBUTION} characters without HTML; a link is [text](https://…)`
  const text = reader.matching("MAP_TILES_ATTRIBUTION", form, expected)
  if (text === null) return null
  const parts: { text: string; href: string | null }[] = []
  // Splitting by a pattern with two groups gives three pieces at a time: a text, and the label and address of a link.
  const pieces = text.split(LINK)
  for (let i = 0; i < pieces.length; i += 3) {
    if (pieces[i]) parts.push({ text: pieces[i]!, href: null })
    if (i + 2 < pieces.length) parts.push({ text: pieces[i + 1]!, href: pieces[i + 2]! })
  }
  return parts
}
