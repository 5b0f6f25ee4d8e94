/** The frame of one record's screens: it is read, or there is a way on. */
import type { QueryKey, QueryObserverOptions } from "@tanstack/query-core"
import type { ComponentChildren } from "preact"
import { useQuery } from "../api/queries.ts"
import { Failed, Loading } from "../parts/states.tsx"
import { useWords } from "../words/words.ts"
import { SettingsPage } from "./settings-page.tsx"

interface OneRecordProps<One extends { name: string }, Key extends QueryKey> {
  of: "locations" | "types" | "providers" | "resources"
  query: QueryObserverOptions<One, Error, One, One, Key>
  children(one: One): ComponentChildren
}

export function OneRecord<One extends { name: string }, Key extends QueryKey>({
  of,
  query,
  children,
}: OneRecordProps<One, Key>) {
  const words = useWords().settings
  const { data, error, refetch } = useQuery(query)
  return (
    <SettingsPage
      title={data?.name ?? words.topics[of]}
      here={of}
      back={{ to: `/settings/${of}`, name: words.topics[of] }}
    >
      {data ? children(data) : error ? <Failed error={error} retry={refetch} /> : <Loading />}
    </SettingsPage>
  )
}
