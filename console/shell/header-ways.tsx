/** In the header of every screen: find a customer, book, and help; what the screen has of its own is left out. */
import { Icon } from "../parts/icon.tsx"
import { KeyCap, pressedBy } from "../parts/key-cap.tsx"
import { useIsWide } from "../parts/media.ts"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"
import { HelpButton } from "./help.tsx"

export function HeaderWays({ has }: { has: "booking" | "both" | undefined }) {
  const { board, shell } = useWords()
  const labels = useIsWide() ? "" : "said"
  return (
    <span class="header-ways">
      {has !== "both" && (
        <a class="button" href={hrefOf("/customers")} {...pressedBy("/")}>
          <Icon name="search" /> <span class={labels}>{shell.findCustomer}</span> <KeyCap of="/" />
        </a>
      )}
      {has === undefined && (
        <a class="button" href={hrefOf("/?book=new")} {...pressedBy("n")}>
          <Icon name="plus" /> <span class={labels}>{board.book}</span> <KeyCap of="N" />
        </a>
      )}
      <HelpButton />
    </span>
  )
}
