import type { CompanyView } from "./contract.ts"

/** A logo so much wider than high says the name itself. */
const wideRatio = 2

/** Whether the company's logo stands for its name. */
export const isNamedByLogo = ({ logo }: CompanyView): boolean =>
  logo !== null && logo.width >= logo.height * wideRatio

/** The company's logo, whose room its own size reserves; else its initial. */
export function Mark({ company }: { company: CompanyView }) {
  const { logo, name } = company
  if (!logo) {
    return (
      <span class="mark" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
    )
  }
  const { url, width, height } = logo
  return <img class="logo" src={url} alt={isNamedByLogo(company) ? name : ""} width={width} height={height} />
}
