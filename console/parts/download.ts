/** Hands a file to the browser. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  Object.assign(document.createElement("a"), { href: address, download: name }).click()
  // A browser reads the content after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** A file of CSV that the console wrote itself: Excel takes it for UTF-8 by its byte order mark. */
export const csvFile = (text: string): Blob => new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" })
