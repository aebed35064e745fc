import { useState } from 'react'
import { useText } from '../lang.tsx'
import { pipelineText } from '../text/pipeline.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { toApiCall, toCommand } from './commands.ts'
import { toOptionFields, toPipeline } from './steps.ts'
import type { PipelinePage } from './use-pipeline.ts'

/** The same pipeline as a command, as a call and as the file that both take. */
export function Elsewhere({ steps, cards, name }: PipelinePage) {
  const t = useText()
  const [active, setActive] = useState('cli')
  const pipeline = toPipeline(steps, cards, name)
  const command = toCommand(pipeline)
  const codes = [
    { id: 'cli', label: 'CLI', code: command },
    { id: 'api', label: 'curl', code: toApiCall(pipeline) },
    { id: 'json', label: 'JSON', code: JSON.stringify(pipeline, null, 2) },
  ]
  const hasSecrets = steps.some(({ tool, options }) => {
    const card = cards[tool]
    return card && toOptionFields(card).some(({ name, isSecret }) => isSecret && options[name])
  })
  const tabs = codes.map(({ id, label, code }) => ({
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
      <h2>{t(pipelineText.elsewhere)}</h2>
      <p className="quiet">
        {t(pipelineText.elsewhereHelp)} {command.includes('pipeline.json') && t(pipelineText.toFile)}{' '}
        {hasSecrets && t(pipelineText.secretsLeftOut)}
      </p>
      <Tabs label={t(pipelineText.elsewhere)} tabs={tabs} active={active} onChange={setActive} />
    </section>
  )
}
