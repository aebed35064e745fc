import { useLang, useText } from '../lang.tsx'
import { toGap } from '../sentence-gap.ts'
import { pipelineText } from '../text/pipeline.ts'
import { CodeTabs } from '../ui/code-tabs.tsx'
import { toApiCall, toCommand } from './commands.ts'
import { toOptionFields, toPipeline } from './steps.ts'
import type { PipelinePage } from './use-pipeline.ts'

/** The same pipeline as a command, as a call and as the file that both take. */
export function Elsewhere({ steps, cards, name }: PipelinePage) {
  const t = useText()
  const lang = useLang()
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
  return (
    <section>
      <h2>{t(pipelineText.elsewhere)}</h2>
      <p className="quiet">
        {[
          t(pipelineText.elsewhereHelp),
          command.includes('pipeline.json') && t(pipelineText.toFile),
          hasSecrets && t(pipelineText.secretsLeftOut),
        ]
          .filter((words) => words !== false)
          .join(toGap(lang))}
      </p>
      <CodeTabs label={t(pipelineText.elsewhere)} codes={codes} />
    </section>
  )
}
