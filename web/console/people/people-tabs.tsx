/** The three screens of the part, as links: each has an address of its own. */
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"

const tabs = [
  ["people", "/people"],
  ["signIn", "/people/sign-in"],
  ["audit", "/people/audit"],
] as const

export function PeopleTabs({ shown }: { shown: (typeof tabs)[number][0] }) {
  const words = useWords().people
  return (
    <nav class="segments" aria-label={words.title}>
      {tabs.map(([name, path]) => (
        <a key={name} class="button" href={hrefOf(path)} aria-current={name === shown ? "page" : undefined}>
          {words.tabs[name]}
        </a>
      ))}
    </nav>
  )
}
