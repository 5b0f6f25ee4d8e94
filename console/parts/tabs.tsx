/** The screens of one part, one step apart: links, since each has an address of its own. */
import { hrefOf } from "../router.ts"

interface TabsProps {
  /** Said of all of them. */
  label: string
  /** Their names and addresses, in order. */
  tabs: readonly { name: string; path: string; isShown: boolean }[]
}

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav class="segments" aria-label={label}>
      {tabs.map(({ name, path, isShown }) => (
        <a key={path} class="button" href={hrefOf(path)} aria-current={isShown ? "page" : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}
