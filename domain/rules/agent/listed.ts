/** A list as a model reads it: bounded, and searched by name. */
import { mostNamed } from "../../model/agent/bookable.ts"

export interface Listed<Named> {
  listed: readonly Named[]
  more: boolean
}

/** The entries whose name holds all the words that were asked for, in any order and case; at most as many as a list may have. */
export function listedByName<Named extends { name: string }>(
  all: readonly Named[],
  asked: string | null | undefined,
): Listed<Named> {
  const words = wordsOf(asked ?? "")
  const found = all.filter(({ name }) =>
    words.every((word) => wordsOf(name).some((part) => part.startsWith(word))),
  )
  return { listed: found.slice(0, mostNamed), more: found.length > mostNamed }
}

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
