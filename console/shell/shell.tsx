/** The frame around every screen: the rail, the keys, the notices. */
import { useLayoutEffect } from "preact/hooks"
import { formatsOf } from "../formats.ts"
import { useIdleEnd } from "../idle.ts"
import { useAwaySince, useLiveEvents } from "../live.ts"
import { Icon } from "../parts/icon.tsx"
import { Empty } from "../parts/states.tsx"
import { followLinks, go, hrefOf, matched, useAddress } from "../router.ts"
import { isFor, isWithin } from "../screen.ts"
import { screens } from "../screens.ts"
import { useSession } from "../session.ts"
import { useWords } from "../words/words.ts"
import { Help } from "./help.tsx"
import { listenToKeys, useKeys } from "./keys.tsx"
import { Announcer, Notices } from "./notices.tsx"
import { Page } from "./page.tsx"
import { Palette } from "./palette.tsx"
import { Rail } from "./rail.tsx"
import { ShownScreen } from "./shown-screen.tsx"

export function Shell() {
  const { shell: words, board } = useWords()
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
    { key: "r", does: words.rail.requests, run: () => go("/requests") },
    { key: "i", does: words.rail.inbox, run: () => go("/inbox") },
    { key: "n", does: board.book, run: () => go("/?book=new") },
  ])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div class="frame" onClick={followLinks}>
      <a class="skip" href="#content">
        {words.skip}
      </a>
      <Rail shown={found?.screen} />
      <div class="stage">
        <div role="status">
          {awaySince !== null && (
            <p class="offline">
              <Icon name="warning" small />{" "}
              {words.offline({ time: formatsOf(company.timezone).time(new Date(awaySince).toISOString()) })}
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
      <Help part={screens.find(({ path, rail }) => rail && isWithin(path, found?.screen.path))?.rail?.name} />
      <Palette screens={screens} />
      <Notices />
      <Announcer />
    </div>
  )
}

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
