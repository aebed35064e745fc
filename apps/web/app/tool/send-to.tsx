import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { arrived } from '../arrived.ts'
import { useText } from '../lang.tsx'
import { addToDraft } from '../pipeline/working-draft.ts'
import { toSentText } from '../result/main-text.ts'
import { toolText } from '../text/tool.ts'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import type { Suggestion } from '../suggest.ts'
import { openSuggestion } from '../open-suggestion.ts'
import { toShareable } from './share.ts'
import type { ToolState } from './view.ts'

/** Lists the tools that take this result, and opens one with it; or puts this tool into a pipeline. */
export function SendTo({ card, fields, input, result }: ToolState) {
  const router = useRouter()
  const t = useText()
  const addToPipeline = () => {
    const main = fields.find(({ isMain }) => isMain)
    const given = main && input[main.name]
    const options = fields.filter((field) => field !== main && input[field.name] !== field.defaultValue)
    const text = Array.isArray(given) ? given.join('\n') : typeof given === 'string' ? given : ''
    addToDraft({ tool: card.id, options: toShareable(options, input) }, main?.isSecret ? '' : text)
    void router.navigate({ to: '/pipeline' })
  }
  return (
    <SendText
      text={() => toSentText(card, result)}
      exceptId={card.id}
      disabled={result === undefined}
      more={[{ id: '+pipeline', icon: 'Route', label: t(toolText.addToPipeline), onSelect: addToPipeline }]}
    />
  )
}

type SendTextProps = {
  readonly text: () => string
  readonly disabled: boolean
  /** The tool that made the text is not offered. */
  readonly exceptId?: string
  /** Items below the tools. */
  readonly more?: readonly MenuItem[]
}

/** Lists the tools that take a text, and opens one with it. */
export function SendText({ text, disabled, exceptId, more = [] }: SendTextProps) {
  const t = useText()
  const router = useRouter()
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>()
  const find = async () => {
    setSuggestions(undefined)
    const { suggestFor } = await arrived(import('../suggest.ts'))
    setSuggestions((await suggestFor(text())).filter(({ row }) => row.id !== exceptId))
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
      disabled={disabled}
      items={items && [...items, ...more]}
      onOpen={() => void find()}
      empty={t(suggestions ? toolText.sendToNone : toolText.looking)}
    />
  )
}
