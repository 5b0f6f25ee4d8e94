/** Entries of the audit trail in words: names where they are known, and the operation's own name where there is no other. */

import { allKeys, allPeople } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { useWords } from "../words/words.ts"
import type { Entry } from "./audit-data.ts"

export function useAuditWords() {
  const words = useWords().people
  const { data: people } = useQuery(allPeople)
  const { data: keys } = useQuery(allKeys)

  function actorOf({ actor }: Entry): string {
    const { kind, user_id, api_key_id } = actor
    if (kind === "admin_user")
      return people?.find(({ id }) => id === user_id)?.name ?? words.userOf({ id: user_id! })
    if (kind === "api_key")
      return keys?.find(({ id }) => id === api_key_id)?.name ?? words.keyOf({ id: api_key_id! })
    return words.actors[kind]
  }

  const operationOf = (operation: string): string =>
    words.operations[operation as keyof typeof words.operations] ?? operation.replaceAll("_", " ")

  return { people, keys, actorOf, operationOf }
}
