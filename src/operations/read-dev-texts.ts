/** Texts that stayed here because nothing sends them: for developers only. */
import { textPlace } from "../changes/enqueue-text.ts"
import { listCompanyIds } from "../store/companies.ts"
import { listTexts } from "../store/texts.ts"
import type { House } from "./house.ts"

export interface DevText {
  from: string
  to: string
  body: string
  /** ISO 8601. */
  at: string
}

const most = 50

/** The newest first. */
export async function readDevTexts(house: House): Promise<DevText[]> {
  const texts: DevText[] = []
  for (const companyId of await listCompanyIds(house.db)) {
    for (const row of await listTexts(house.db, companyId, most)) {
      if (row.body_sealed === null) continue
      const place = textPlace(companyId, row.id)
      texts.push({
        from: row.from_phone!,
        to: house.sealer.open(row.phone_sealed!, place),
        body: house.sealer.open(row.body_sealed, place),
        at: row.created_at.toISOString(),
      })
    }
  }
  return texts.sort((a, b) => b.at.localeCompare(a.at)).slice(0, most)
}
