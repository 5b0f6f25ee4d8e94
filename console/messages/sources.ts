/** How a consent was given or withdrawn: the service's own words in the reader's language, people's words as they are. */
import type { Words } from "../words/words.ts"

export const sourceText = (source: string, words: Words["messages"]): string =>
  source in words.sources ? words.sources[source as keyof Words["messages"]["sources"]] : source
