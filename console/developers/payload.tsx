/** A payload to read, or as it goes over the line. */
import { useState } from "preact/hooks"
import { Code } from "../parts/code.tsx"
import { CopyButton } from "../parts/copy-button.tsx"
import { Segments } from "../parts/segments.tsx"
import { useWords } from "../words/words.ts"

export function Payload({ payload }: { payload: object | null }) {
  const words = useWords().developers.delivery
  const [isRaw, setRaw] = useState(false)
  if (payload === null) {
    return (
      <section>
        <h3>{words.payload}</h3>
        <p class="hint">{words.payloadGone}</p>
      </section>
    )
  }
  const raw = JSON.stringify(payload)
  return (
    <section>
      <div class="row spread">
        <h3>{words.payload}</h3>
        <div class="row">
          <Segments
            legend={words.form}
            choices={[
              [false, words.readable],
              [true, `${words.raw}, ${kilobytesOf(raw)} kB`],
            ]}
            chosen={isRaw}
            onChoose={setRaw}
          />
          <CopyButton plain text={raw} />
        </div>
      </div>
      <Code label={words.payload} wraps={isRaw}>
        {isRaw ? raw : coloured(payload)}
      </Code>
    </section>
  )
}

const kilobytesOf = (text: string) => (new TextEncoder().encode(text).length / 1_000).toFixed(1)

/** Indented, with its field names set apart. */
function coloured(payload: object) {
  return JSON.stringify(payload, null, 2)
    .split("\n")
    .map((line, at) => {
      const [, space = "", name, rest = ""] = /^( *)("[^"]*"):(.*)$/.exec(line) ?? []
      return name === undefined ? (
        `${line}\n`
      ) : (
        <span key={at}>
          {space}
          <span class="name">{name}</span>:{rest}
          {"\n"}
        </span>
      )
    })
}
