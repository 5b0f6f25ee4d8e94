/** One entry of the inbox, and what the address and the list know it by. */
import type { Answer } from "../api/client.ts"

export type Entry = Answer<"readInbox">[number]
export type Kind = Entry["kind"]

export const keyOf = ({ kind, id }: Pick<Entry, "kind" | "id">): string => `${kind}-${id}`
