/** The public page, driven right and wrong with canaries in all that visitors type. */
import type { PageStage } from "../fuzz/page.ts"
import type { Sending } from "../fuzz/wire.ts"
import type { World } from "../fuzz/world.ts"
import type { Canaries } from "./planted.ts"

/** Each endpoint as a stranger, as visitors and without a name; the page itself; and the file of an appointment. */
export async function pageSendings(stage: PageStage, world: World, canaries: Canaries): Promise<Sending[]> {
  const slug = await presentSlug(world)
  const tokens = ["", ...stage.tokens, canaries.plant("visit").padEnd(22, "A").slice(0, 22)]
  const sendings = tokens.flatMap((token) => {
    const headers = {
      "content-type": "application/json",
      ...(token === "" ? {} : { "x-visit-token": token }),
    }
    const files = ["1", canaries.plant("id")].map(
      (id): Sending => ({
        method: "GET",
        path: `/api/pages/${slug}/appointments/${id}/calendar.ics`,
        headers,
      }),
    )
    const asked = stage.endpoints.flatMap(({ method, path, body }) => {
      const at = path.replace(/^\/api\/pages\/[^/]+/, `/api/pages/${slug}`)
      if (body === null)
        return [
          { method, path: at, headers },
          { method, path: `${at}?${canaries.plant("query")}=1`, headers },
        ]
      const bodies = [
        JSON.stringify(body),
        JSON.stringify(planted(body, canaries)),
        `{"${canaries.plant("broken")}`,
      ]
      return bodies.map((each) => ({ method, path: at, headers, body: each }))
    })
    return [...asked, ...files]
  })
  const pages = [
    slug,
    canaries.plant("slug"),
    `${slug}?${canaries.plant("query")}=1`,
    `${slug}/${canaries.plant("below")}`,
  ]
  return [...sendings, ...pages.map((path) => ({ method: "GET", path: `/${path}`, headers: {} }))]
}

/** The same with a mark in every text that may be any, and a number that is one. */
function planted(body: object, canaries: Canaries): object {
  const of = (name: string, value: unknown): unknown => {
    if (typeof value === "object" && value !== null) return planted(value, canaries)
    if (typeof value !== "string" || /Date$|Time$/.test(name)) return value
    return name === "phone" ? canaries.phone() : canaries.plant(name)
  }
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, of(name, value)]))
}

/** The company's slug as the company API has left it; an unknown one once the database is out of reach. */
async function presentSlug({ service }: World): Promise<string> {
  const { companyId, context } = service
  const text = "SELECT public_slug AS slug FROM company WHERE company_id = $1"
  const [company] = await context.db.query<{ slug: string | null }>(text, [companyId]).catch(() => [])
  return company?.slug ?? "harbour"
}
