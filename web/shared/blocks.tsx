import type { BlockView } from "./contract.ts"
import { useLanguage } from "./language.ts"
import { wallClock } from "./zones.ts"

/** Every day of a job with its hours; several days are numbered. */
export function Blocks({ blocks, zone }: { blocks: BlockView[]; zone: string }) {
  const { words, formats } = useLanguage()
  return (
    <ol class="blocks">
      {blocks.map((block, index) => (
        <li key={block.startTime}>
          {blocks.length > 1 && <span class="note">{words.dayOf(index + 1, blocks.length)}</span>}
          <strong>{formats.dayAndYear(wallClock(block.startTime, zone).date)}</strong>
          <span>{formats.timeRange(block, zone)}</span>
        </li>
      ))}
    </ol>
  )
}
