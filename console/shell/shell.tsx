/** What stays around every screen: the rail, the keys, the notices. */
import { useLayoutEffect, useRef } from "preact/hooks"
import { useQuery } from "../api/queries.ts"
import { formatsOf } from "../formats.ts"
import { useIdleEnd } from "../idle.ts"
import { useAwaySince, useLiveEvents } from "../live.ts"
import { Icon } from "../parts/icon.tsx"
import { Empty } from "../parts/states.tsx"
import { followLinks, go, hrefOf, matched, useAddress } from "../router.ts"
import { isFor, type Screen } from "../screen.ts"
import { screens } from "../screens.ts"
import { type User, useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { KeyList, listenToKeys, useKeys } from "./keys.tsx"
import { Announcer, Notices } from "./notices.tsx"
import { Page } from "./page.tsx"
import { ShownScreen } from "./shown-screen.tsx"

export function Shell() {
  const words = useWords().shell
  const session = useSession()
  const { user, company } = session
  const { path, query } = useAddress()
  const awaySince = useAwaySince()
  useLayoutEffect(() => listenToKeys(), [])
  useLiveEvents()
  useIdleEnd(session)
  const found = screens
    .map((screen) => ({ screen, params: matched(screen.path, path) }))
    .find(({ params }) => params !== null)
  useKeys([
    { key: "g", does: words.toBoard, run: () => go("/") },
    // The customers' screen has the search in focus.
    { key: "/", does: words.findCustomer, run: () => go("/customers") },
  ])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div class="frame" onClick={followLinks}>
      <a class="skip" href="#content">
        {words.skip}
      </a>
      <nav class="rail" aria-label={words.console}>
        <a class="mark" href={hrefOf("/")} aria-label={company.name} title={company.name}>
          {company.name.slice(0, 1)}
        </a>
        <Rail user={user} shown={found?.screen} end={false} />
        <Rail user={user} shown={found?.screen} end={true} />
      </nav>
      <div class="stage">
        <div role="status">
          {awaySince !== null && (
            <p class="offline">
              <Icon name="warning" small />{" "}
              {words.offline(formatsOf(company.timezone).time(new Date(awaySince).toISOString()))}
            </p>
          )}
        </div>
        {!found ? (
          <Nothing title={words.notFound} hint={words.notFoundHint} />
        ) : isFor(found.screen, user) ? (
          <ShownScreen key={found.screen.path} screen={found.screen} params={found.params!} query={query} />
        ) : (
          <Nothing title={words.notAllowed} hint={words.notAllowedHint} />
        )}
      </div>
      <KeyList />
      <Notices />
      <Announcer />
    </div>
  )
}

function Rail({ user, shown, end }: { user: User; shown: Screen | undefined; end: boolean }) {
  const words = useWords().shell.rail
  const list = useRef<HTMLUListElement>(null)
  const entries = screens.filter(
    (screen) => (screen.rail?.end ?? false) === end && screen.rail && isFor(screen, user),
  )
  // On a phone the rail is a row that scrolls.
  useLayoutEffect(() => {
    const current = list.current!.querySelector("[aria-current]")
    current?.scrollIntoView({ block: "nearest", inline: "center" })
  }, [shown])
  return (
    <ul ref={list}>
      {entries.map(({ path, rail }) => (
        <li key={path}>
          <a href={hrefOf(path)} aria-current={isWithin(path, shown?.path) ? "page" : undefined}>
            <Icon name={rail!.icon} />
            {words[rail!.name]}
            {rail!.waiting && <WaitingCount of={rail!.waiting} />}
          </a>
        </li>
      ))}
    </ul>
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

/** `/customers` is the entry of `/customers/:id` too. */
const isWithin = (entry: string, shown: string | undefined) =>
  shown === entry || (entry !== "/" && (shown?.startsWith(`${entry}/`) ?? false))

function Nothing({ title, hint }: { title: string; hint: string }) {
  return (
    <Page title={title}>
      <Empty icon="search" title={title} hint={hint}>
        <a class="button" href={hrefOf("/")}>
          {useWords().shell.toBoard}
        </a>
      </Empty>
    </Page>
  )
}
