/** A new company with its first admin, who is invited by a link. */
import { useState } from "preact/hooks"
import { isRefusal } from "../api/client.ts"
import { useWrite } from "../api/queries.ts"
import { Dialog } from "../parts/dialog.tsx"
import { TextField } from "../parts/field.tsx"
import { slugOf } from "../parts/slug-of.ts"
import { failureAt, Refused } from "../parts/states.tsx"
import { zoneOfBrowser } from "../parts/zone-options.tsx"
import { ZoneField } from "../sign-in/zone-field.tsx"
import { useWords } from "../words/words.ts"
import { InvitedShown } from "./invited-shown.tsx"
import { type Invited, makeCompany, type NewCompany, readOperatedAgain } from "./operator-data.ts"

const fieldNames = ["name", "timezone", "slug", "admin.name", "admin.email"] as const

export function CompanyDialog({ onClose }: { onClose(): void }) {
  const { operator: words, signIn } = useWords()
  const [name, setName] = useState("")
  const [timezone, setTimezone] = useState(zoneOfBrowser)
  const [slug, setSlug] = useState<string | null>(null)
  const [adminName, setAdminName] = useState("")
  const [email, setEmail] = useState("")
  const [made, setMade] = useState<Invited | null>(null)
  const make = useWrite({
    mutationFn: (company: NewCompany) => makeCompany(company),
    onSuccess: async (invited) => {
      setMade(invited)
      await readOperatedAgain()
    },
  })
  if (made)
    return (
      <Dialog title={words.companyMade({ company: name })} onClose={onClose}>
        <InvitedShown invited={made} name={adminName} />
      </Dialog>
    )
  const shownSlug = slug ?? slugOf(name)
  const at = (field: (typeof fieldNames)[number]) => failureAt(make.failure, field)
  const isTaken = make.failure !== null && isRefusal(make.failure, "slug_taken")
  const isAtField = fieldNames.some((field) => at(field) !== null)
  return (
    <Dialog title={words.newCompany} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          const word = shownSlug.trim()
          make.run({ name, timezone, slug: word === "" ? null : word, admin: { name: adminName, email } })
        }}
      >
        <TextField
          label={signIn.companyName}
          required
          maxLength={200}
          autocomplete="off"
          value={name}
          onInput={setName}
          error={at("name")}
        />
        <ZoneField value={timezone} onChange={setTimezone} error={at("timezone")} />
        <TextField
          label={signIn.bookingAddress}
          hint={signIn.bookingAddressHint}
          maxLength={60}
          autocomplete="off"
          value={shownSlug}
          onInput={setSlug}
          error={isTaken ? signIn.addressTaken : at("slug")}
        />
        <TextField
          label={words.adminName}
          required
          maxLength={200}
          autocomplete="off"
          value={adminName}
          onInput={setAdminName}
          error={at("admin.name")}
        />
        <TextField
          label={words.adminEmail}
          type="email"
          required
          autocomplete="off"
          value={email}
          onInput={setEmail}
          error={at("admin.email")}
        />
        {!isAtField && <Refused error={make.failure} />}
        <button type="submit" class="button primary" disabled={make.isRunning}>
          {words.makeCompany}
        </button>
      </form>
    </Dialog>
  )
}
