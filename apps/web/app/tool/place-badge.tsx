import type { ToolCard } from '@octet/tools/catalogue.ts'
import { toPlace } from '../catalogue.ts'
import { useText } from '../lang.tsx'
import { toolText } from '../text/tool.ts'

const WORDS = { here: toolText.placeHere, server: toolText.placeServer, probe: toolText.placeProbe } as const

/** Says where the work is done, with the exact call where there is one. */
export function PlaceBadge({ card }: { card: ToolCard }) {
  const t = useText()
  const place = toPlace(card)
  const help = place === 'here' ? t(toolText.placeHereHelp) : t(toolText.placeServerHelp, { call: `/v1/tools/${card.id}` })
  return (
    <p className={`badge ${place}`} title={help}>
      {t(WORDS[place])}
      <span className="hidden">{help}</span>
    </p>
  )
}
