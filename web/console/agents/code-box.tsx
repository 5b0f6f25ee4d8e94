/** Text for programs, as it is, in a box that scrolls. */
import { Scrolled } from "../parts/scrolled.tsx"

export function CodeBox({ name, text, short = false }: { name: string; text: string; short?: boolean }) {
  return (
    <Scrolled class={short ? "code-box short" : "code-box"} label={name}>
      <pre>{text}</pre>
    </Scrolled>
  )
}
