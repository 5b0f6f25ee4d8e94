/** The ways to the parts of the console: at the side, or on a phone at the bottom, where four and More have room. */
import { useState } from "preact/hooks"
import { useQuery } from "../api/queries.ts"
import { Dialog } from "../parts/dialog.tsx"
import { Icon } from "../parts/icon.tsx"
import { useIsPhone } from "../parts/media.ts"
import { hrefOf } from "../router.ts"
import { isFor, isWithin, type Screen } from "../screen.ts"
import { screens } from "../screens.ts"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { openHelp } from "./help.tsx"

interface RailProps {
  shown: Screen | undefined
}

type Entry = Screen & { rail: NonNullable<Screen["rail"]> }

export function Rail({ shown }: RailProps) {
  const { user, company } = useSession()
  const entries = screens.filter(
    (screen): screen is Entry => screen.rail !== undefined && isFor(screen, user),
  )
  const isEnd = ({ rail }: Entry) => rail.end === true
  const [main, end] = [entries.filter((entry) => !isEnd(entry)), entries.filter(isEnd)]
  return (
    <nav class="rail" aria-label={useWords().shell.console}>
      <a class="mark" href={hrefOf("/")} aria-label={company.name} title={company.name}>
        {company.name.slice(0, 1)}
      </a>
      {useIsPhone() ? (
        <FewEntries entries={[...main, ...end]} shown={shown} />
      ) : (
        <>
          <Entries entries={main} shown={shown} />
          <Entries entries={end} shown={shown} />
        </>
      )}
    </nav>
  )
}

function Entries({ entries, shown }: RailProps & { entries: readonly Entry[] }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.path}>
          <Way to={entry} shown={shown} />
        </li>
      ))}
    </ul>
  )
}

const mostOnPhone = 4

/** The rest is behind More. */
function FewEntries({ entries, shown }: RailProps & { entries: readonly Entry[] }) {
  const words = useWords().shell
  const [isOpen, setOpen] = useState(false)
  const [few, rest] = [entries.slice(0, mostOnPhone), entries.slice(mostOnPhone)]
  const isInRest = rest.some(({ path }) => isWithin(path, shown?.path))
  return (
    <>
      <ul>
        {few.map((entry) => (
          <li key={entry.path}>
            <Way to={entry} shown={shown} />
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-current={isInRest ? "page" : undefined}
            onClick={() => setOpen(true)}
          >
            <Icon name="more" />
            {words.more}
          </button>
        </li>
      </ul>
      {isOpen && (
        <Dialog title={words.more} onClose={() => setOpen(false)}>
          <ul class="rail-rest">
            {rest.map((entry) => (
              <li key={entry.path}>
                <Way to={entry} shown={shown} onGo={() => setOpen(false)} />
              </li>
            ))}
            <li>
              <button
                type="button"
                onClick={() => {
                  setOpen(false)
                  openHelp()
                }}
              >
                <Icon name="help" />
                {words.help}
              </button>
            </li>
          </ul>
        </Dialog>
      )}
    </>
  )
}

function Way({ to: { path, rail }, shown, onGo }: RailProps & { to: Entry; onGo?: () => void }) {
  const words = useWords().shell.rail
  return (
    <a href={hrefOf(path)} aria-current={isWithin(path, shown?.path) ? "page" : undefined} onClick={onGo}>
      <Icon name={rail.icon} />
      {words[rail.name]}
      {rail.waiting && <WaitingCount of={rail.waiting} />}
    </a>
  )
}

function WaitingCount({ of }: { of: NonNullable<NonNullable<Screen["rail"]>["waiting"]> }) {
  const words = useWords().shell
  const { data: count } = useQuery(of)
  if (!count) return null
  return (
    <span class="waiting">
      {count}
      <span class="said"> {words.waiting}</span>
    </span>
  )
}
