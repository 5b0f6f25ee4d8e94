/** The link by which an admin chooses a password, and whether a mail brings it. */
import { zoneOfBrowser } from "../parts/zone-options.tsx"
import { LinkShown } from "../people/link-shown.tsx"
import { useWords } from "../words/words.ts"
import type { Invited } from "./operator-data.ts"

interface InvitedShownProps {
  invited: Invited
  name: string
}

export function InvitedShown({ invited: { email, link }, name }: InvitedShownProps) {
  const words = useWords().operator
  const hint = link.mailed ? words.mailedTo({ name, email }) : words.handOver({ name, email })
  return <LinkShown link={link} hint={hint} zone={zoneOfBrowser()} />
}
