/** The ending of a file's name when it is kept. */

const endings: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/pdf": "pdf",
}

/** The same name with the ending of its content, so that it opens in what it looks like. Separators of folders go. */
export function keptName(name: string, mediaType: string): string {
  const plain = name.replace(/[/\\:*?"<>|]/g, "-").replace(/\.[A-Za-z0-9]{1,5}$/, "")
  const stem =
    plain
      .slice(0, 100)
      .replace(/^[.\s-]+/, "")
      .trimEnd() || "file"
  return `${stem}.${endings[mediaType] ?? "bin"}`
}
