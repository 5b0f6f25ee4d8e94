import type { SettingsReader } from "./settings-reader.ts"

export const GEOCODERS = ["postal", "nominatim", "census", "google"] as const

/** `baseUrl` is an origin: each geocoder's paths are its own. */
export type GeocoderConfig =
  | { kind: "postal" }
  | { kind: "nominatim"; baseUrl: string; email: string }
  | { kind: "census"; baseUrl: string }
  | { kind: "google"; baseUrl: string; key: string }

const publicUrls = {
  nominatim: "https://nominatim.openstreetmap.org",
  census: "https://geocoding.geo.census.gov",
  google: "https://maps.googleapis.com",
}

export function readGeocoder(reader: SettingsReader): GeocoderConfig {
  const kind = reader.choice("GEOCODER", GEOCODERS, "postal")
  const url = reader.origin("GEOCODER_URL")
  const email = reader.matching("GEOCODER_EMAIL", /^[^\s@]+@[^\s@]+$/, "an address such as maps@example.com")
  if (kind === "postal") return { kind }
  const baseUrl = url ?? publicUrls[kind]
  if (kind === "census") return { kind, baseUrl }
  if (kind === "google") {
    const key = reader.text("GEOCODER_KEY")
    if (key === null) reader.refuse("GEOCODER_KEY", "is missing", "the API key, since GEOCODER is google")
    return { kind, baseUrl, key: key ?? "" }
  }
  if (!reader.text("GEOCODER_EMAIL")) {
    reader.refuse("GEOCODER_EMAIL", "is missing", "whom its host may write to, since GEOCODER is nominatim")
  }
  return { kind, baseUrl, email: email ?? "" }
}
