/** Text for programs, as it is, in a box that scrolls. */
export function CodeBox({ name, text, short = false }: { name: string; text: string; short?: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls only what has the focus
    <section class={short ? "code-box short" : "code-box"} tabIndex={0} aria-label={name}>
      <pre>{text}</pre>
    </section>
  )
}
