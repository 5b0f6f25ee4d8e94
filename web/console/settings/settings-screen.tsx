/** All that can be set up, with a line on each. */
import { Icon } from "../parts/icon.tsx"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"
import { SettingsPage } from "./settings-page.tsx"
import { linkOf, links } from "./topics.ts"

export default function SettingsScreen() {
  const words = useWords().settings
  return (
    <SettingsPage title={words.title}>
      {Object.entries(links).map(([group, names]) => (
        <section key={group} aria-labelledby={`group-${group}`} class="settings-group">
          <h2 id={`group-${group}`}>{words.groups[group as keyof typeof links]}</h2>
          <ul class="card rows">
            {names.map((name) => (
              <li key={name}>
                <a href={hrefOf(linkOf(name))} class="row-link">
                  <strong>{words.topics[name]}</strong>
                  <span class="hint">{words.about[name as keyof typeof words.about]}</span>
                </a>
                <Icon name="right" small />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </SettingsPage>
  )
}
