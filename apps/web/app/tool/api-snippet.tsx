import { useState } from 'react'
import { useText } from '../lang.tsx'
import { toolText } from '../text/tool.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Tabs } from '../ui/tabs.tsx'
import type { Input } from './form.ts'
import { toSnippets } from './snippets.ts'
import type { ToolState } from './view.ts'

/** The tool as a call, a command and a line of JavaScript, with the first example in it. */
export function ApiSnippet({ card, fields }: ToolState) {
  const t = useText()
  const [active, setActive] = useState('curl')
  const snippets = toSnippets(card.id, fields, (card.examples[0]?.input ?? {}) as Input)
  const tabs = snippets.map(({ id, label, code }) => ({
    id,
    label,
    content: (
      <div className="snippet">
        <pre tabIndex={0}>
          <code>{code}</code>
        </pre>
        <CopyButton isIconOnly text={() => code.replaceAll('$ORIGIN', location.origin)} />
      </div>
    ),
  }))
  return (
    <section>
      <h2>{t(toolText.api)}</h2>
      <p className="quiet">{t(toolText.apiHelp)}</p>
      <Tabs label={t(toolText.api)} tabs={tabs} active={active} onChange={setActive} />
    </section>
  )
}
