/** The frame of a screen of the settings: beside it the links to all of them. */
import type { ComponentChildren } from "preact"
import { hrefOf } from "../router.ts"
import { BackLink, Page } from "../shell/page.tsx"
import { useWords } from "../words/words.ts"
import { linkOf, links, type TopicName } from "./topics.ts"
import "../styles/settings.css"

interface SettingsPageProps {
  title: string
  note?: ComponentChildren
  /** The link of the list beside it that is marked; none on the first screen. */
  here?: TopicName
  /** The target of the way back; all settings when left out. */
  back?: { to: string; name: string }
  tools?: ComponentChildren
  children: ComponentChildren
}

export function SettingsPage({ title, note, here, back, tools, children }: SettingsPageProps) {
  const words = useWords().settings
  const { to, name } = back ?? { to: "/settings", name: words.title }
  const lead = here && <BackLink to={to} name={name} />
  return (
    <Page title={title} note={note} lead={lead} tools={tools}>
      <div class={here ? "settings" : "settings first"}>
        {here && (
          <aside class="settings-side">
            <Links here={here} />
          </aside>
        )}
        <div class="settings-main">{children}</div>
      </div>
    </Page>
  )
}

function Links({ here }: { here: TopicName }) {
  const words = useWords().settings
  return (
    <nav aria-label={words.title}>
      {Object.entries(links).map(([group, names]) => (
        <section key={group}>
          <h2>{words.groups[group as keyof typeof links]}</h2>
          <ul>
            {names.map((name) => (
              <li key={name}>
                <a href={hrefOf(linkOf(name))} aria-current={name === here ? "page" : undefined}>
                  {words.topics[name]}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
