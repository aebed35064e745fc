import { useText } from '../lang.tsx'
import { toolText } from '../text/tool.ts'
import { CodeTabs } from '../ui/code-tabs.tsx'
import type { Input } from './form.ts'
import { toSnippets } from './snippets.ts'
import { isAwaited, type ToolState } from './view.ts'

/** The tool as a call, a command and a line of JavaScript, with the first example in it. */
export function ApiSnippet(tool: ToolState) {
  const t = useText()
  const { card, fields } = tool
  const snippets = toSnippets(card.id, fields, (card.examples[0]?.input ?? {}) as Input)
  return (
    <section hidden={isAwaited(tool)}>
      <h2>{t(toolText.api)}</h2>
      <p className="quiet">{t(toolText.apiHelp)}</p>
      <CodeTabs label={t(toolText.api)} codes={snippets} />
    </section>
  )
}
