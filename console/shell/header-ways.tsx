/** The two actions in the header of every screen: find a customer, and book unless the screen has a button of its own. */
import { Icon } from "../parts/icon.tsx"
import { KeyCap, pressedBy } from "../parts/key-cap.tsx"
import { useIsWide } from "../parts/media.ts"
import { hrefOf } from "../router.ts"
import { useWords } from "../words/words.ts"

export function HeaderWays({ books }: { books: boolean }) {
  const { board, shell } = useWords()
  const labels = useIsWide() ? "" : "said"
  return (
    <span class="header-ways">
      <a class="button" href={hrefOf("/customers")} {...pressedBy("/")}>
        <Icon name="search" /> <span class={labels}>{shell.findCustomer}</span> <KeyCap of="/" />
      </a>
      {books && (
        <a class="button" href={hrefOf("/?book=new")} {...pressedBy("n")}>
          <Icon name="plus" /> <span class={labels}>{board.book}</span> <KeyCap of="N" />
        </a>
      )}
    </span>
  )
}
