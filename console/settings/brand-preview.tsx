/** How a button and a link of the customers' pages look in the company's colour, in light and dark. */
import { type BrandTone, backgrounds, brandPalette } from "../../ui/color.ts"
import { useWords } from "../words/words.ts"

export function BrandPreview({ color }: { color: string }) {
  const { light, dark } = brandPalette(color)
  return (
    <div class="brand-previews">
      <Preview tone={light} ground={backgrounds.light.surface} scheme="light" />
      <Preview tone={dark} ground={backgrounds.dark.surface} scheme="dark" />
    </div>
  )
}

function Preview({ tone, ground, scheme }: { tone: BrandTone; ground: string; scheme: "light" | "dark" }) {
  const words = useWords().settings
  return (
    <div style={{ background: ground, color: tone.text }}>
      <span class="brand-button" style={{ background: tone.fill, color: tone.ink }}>
        {words.sampleButton}
      </span>
      <span class="brand-time" style={{ background: tone.tint }}>
        10:15
      </span>
      <small>{words.schemes[scheme]}</small>
    </div>
  )
}
