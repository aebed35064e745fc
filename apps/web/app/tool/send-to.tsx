import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../lang.tsx'
import { toMainText } from '../result/main-text.ts'
import { toolText } from '../text/tool.ts'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import type { Suggestion } from '../suggest.ts'
import { openSuggestion } from '../open-suggestion.ts'
import type { ToolState } from './view.ts'

/** Lists the tools that take this result, and opens one with it. */
export function SendTo({ card, result }: ToolState) {
  const t = useText()
  const router = useRouter()
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>()
  const find = async () => {
    setSuggestions(undefined)
    const { suggestFor } = await import('../suggest.ts')
    setSuggestions((await suggestFor(toMainText(card.output, result))).filter(({ row }) => row.id !== card.id))
  }
  const items = suggestions?.map((suggestion): MenuItem => {
    const { row } = suggestion
    return { id: row.id, icon: row.icon, label: t(row.title), onSelect: () => void openSuggestion(router, suggestion) }
  })
  return (
    <Menu
      label={t(toolText.sendTo)}
      icon="ArrowForwardUp"
      isIconOnly
      disabled={result === undefined}
      items={items}
      onOpen={() => void find()}
      empty={t(suggestions ? toolText.sendToNone : toolText.looking)}
    />
  )
}
