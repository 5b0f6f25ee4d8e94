/** The country of an address that was given without one. Canada's postal codes and provinces look like no others. */

const canadianCode = /^[a-z]\d[a-z](\d[a-z]\d)?$/

const provinces = new Set([
  ...["ab", "bc", "mb", "nb", "nl", "ns", "nt", "nu", "on", "pe", "qc", "sk", "yt"],
  ...[
    "alberta",
    "british columbia",
    "manitoba",
    "new brunswick",
    "newfoundland and labrador",
    "newfoundland",
  ],
  ...["nova scotia", "northwest territories", "nunavut", "ontario", "prince edward island", "quebec"],
  ...["saskatchewan", "yukon"],
])

export function countryOfAddress(parts: { state: string | null; postalCode: string | null }): "US" | "CA" {
  const code = letters(parts.postalCode).replaceAll(" ", "")
  // The form of a postal code is certain; the name of a province may also be a state's.
  if (code !== "") return canadianCode.test(code) ? "CA" : "US"
  return provinces.has(letters(parts.state)) ? "CA" : "US"
}

/** Lower case without accents and signs, words apart by one space. */
function letters(text: string | null): string {
  const plain = (text ?? "").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  return plain
    .split(/[^a-z0-9]+/)
    .join(" ")
    .trim()
}
