/** A new location, type or provider: what it needs at least. The rest follows on its own screen. */
import { go } from "../router.ts"
import { useWords } from "../words/words.ts"
import type { Form } from "./controls.ts"
import { FormView } from "./form-view.tsx"
import { SettingsPage } from "./settings-page.tsx"

interface NewRecordProps {
  of: "locations" | "types" | "providers" | "resources"
  form: Form
  /** The record that it begins with. */
  record?: object
  create(input: Record<string, unknown>): Promise<{ id: number }>
  /** The screen after it; the record's own when left out. */
  then?: string
}

export function NewRecord({ of, form, record = {}, create, then = "" }: NewRecordProps) {
  const words = useWords().settings
  return (
    <SettingsPage title={words.make[of]} here={of} back={{ to: `/settings/${of}`, name: words.topics[of] }}>
      <FormView
        form={form}
        record={record}
        isNew
        save={create}
        action={words.create}
        onSaved={({ id }) => go(`/settings/${of}/${id}${then}`, { replace: true })}
      />
    </SettingsPage>
  )
}
