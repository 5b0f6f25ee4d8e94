/** In the header of every screen: search or do, book, and help; what the screen has of its own is left out. */
import { Icon } from "../parts/icon.tsx"
import { KeyCap, pressedBy } from "../parts/key-cap.tsx"
import { useIsWide } from "../parts/media.ts"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"
import { HelpButton } from "./help.tsx"
import { PaletteButton } from "./palette.tsx"

export function HeaderWays({ has }: { has: "booking" | "both" | undefined }) {
  const { board } = useWords()
  const isWide = useIsWide()
  return (
    <span class="header-ways">
      {has !== "both" && <PaletteButton isNarrow={!isWide} />}
      {has === undefined && (
        <a class="button" href={hrefOf("/?book=new")} {...pressedBy("n")}>
          <Icon name="plus" /> <span class={isWide ? "" : "said"}>{board.book}</span> <KeyCap of="N" />
        </a>
      )}
      <HelpButton />
    </span>
  )
}
