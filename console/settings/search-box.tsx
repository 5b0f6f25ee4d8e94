/** The search over settings, which leads straight to the field. */
import { useRef, useState } from "preact/hooks"
import { allLocations, allProviders, allResources, allTypes } from "../api/lists.ts"
import { useQuery } from "../api/queries.ts"
import { ComboBox } from "../parts/combo-box.tsx"
import { go } from "../router.ts"
import { useKeys } from "../shell/keys.tsx"
import { useWords } from "../words/words.ts"
import { search } from "./search.ts"

export function SearchBox() {
  const words = useWords().settings
  const [typed, setTyped] = useState("")
  const box = useRef<HTMLElement>(null)
  const isAsked = typed !== ""
  const { data: locations = [] } = useQuery({ ...allLocations, enabled: isAsked })
  const { data: types = [] } = useQuery({ ...allTypes, enabled: isAsked })
  const { data: providers = [] } = useQuery({ ...allProviders, enabled: isAsked })
  const { data: resources = [] } = useQuery({ ...allResources, enabled: isAsked })
  useKeys([{ key: "/", does: words.find, run: () => box.current?.querySelector("input")?.focus() }])
  return (
    <search ref={box}>
      <ComboBox
        label={words.find}
        placeholder={words.findHint}
        value={typed}
        onInput={setTyped}
        options={search(typed, words, { locations, types, providers, resources })}
        keyOf={({ to, path }) => `${to} ${path}`}
        show={({ label, where, path }) => (
          <>
            <strong>{label}</strong>
            <code>{path}</code>
            <small>{where}</small>
          </>
        )}
        onTake={({ to }) => {
          setTyped("")
          go(to)
        }}
        nothing={words.nothingFound}
      />
    </search>
  )
}
