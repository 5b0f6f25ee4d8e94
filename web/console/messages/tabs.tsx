/** The three parts of messages, one step apart. */
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"

const tabs = [
  ["log", "/messages"],
  ["plans", "/messages/plans"],
  ["optOuts", "/messages/opt-outs"],
] as const

export function Tabs({ shown }: { shown: (typeof tabs)[number][0] }) {
  const words = useWords().messages
  const names = { log: words.log, plans: words.plans, optOuts: words.optOuts }
  return (
    <nav class="segments" aria-label={words.title}>
      {tabs.map(([tab, path]) => (
        <a key={tab} class="button" href={hrefOf(path)} aria-current={tab === shown ? "page" : undefined}>
          {names[tab]}
        </a>
      ))}
    </nav>
  )
}
