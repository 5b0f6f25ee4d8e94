/** The texts between the tags of HTML, in their order, as a person reads them one after the other. */
export const textsIn = (html: string): string[] =>
  html
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== "")
