import { arrived } from '../arrived.ts'
import { useText } from '../lang.tsx'
import { TextOutput } from '../result/text-output.tsx'
import { toSizeWords, toTimeWords } from '../size-words.ts'
import { pipelineText } from '../text/pipeline.ts'
import { toolText } from '../text/tool.ts'
import { toStartInput } from '../tool/form.ts'
import { saveFile } from '../tool/result-actions.tsx'
import { SendText } from '../tool/send-to.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { toOptionFields, toOutputLanguage } from './steps.ts'
import type { PipelinePage } from './use-pipeline.ts'

type OutputProps = PipelinePage & { readonly viewed: number | undefined; readonly onView: (at: number | undefined) => void }

/** What came out at the end, or of the step that was asked for. */
export function PipelineOutput({ state, steps, cards, name, viewed, onView, ...page }: OutputProps) {
  const t = useText()
  const at = viewed ?? steps.length - 1
  const isFinal = viewed === undefined
  const text = isFinal ? (state?.isDone ? state.text : undefined) : state?.steps[at]?.text
  const step = steps[at]
  const card = cards[step?.tool ?? '']
  const language = toOutputLanguage(card)
  const save = async () => {
    const { findEnding, toTextFile } = await arrived(import('../tool/download.ts'))
    const isWhole = card && !step?.eachLine
    const ending = isWhole ? findEnding(card.output, { ...toStartInput(toOptionFields(card)), ...step?.options }) : 'txt'
    saveFile(toTextFile(name || 'pipeline', text ?? '', ending))
  }
  const failed = state?.steps.find((step) => step.state === 'failed')
  return (
    <div className="pane pipeline-output">
      <header className="pane-head">
        <h2>{isFinal ? t(pipelineText.output) : t(pipelineText.outputOf, { at: at + 1 })}</h2>
        <span className="pane-actions">
          {!isFinal && (
            <Button kind="ghost" onClick={() => onView(undefined)}>
              {t(pipelineText.viewFinal)}
            </Button>
          )}
          <CopyButton isIconOnly disabled={!text} text={() => text ?? ''} />
          <Button kind="ghost" icon="Download" isIconOnly disabled={!text} onClick={() => void save()}>
            {t(toolText.download)}
          </Button>
          <SendText text={() => text ?? ''} disabled={!text} />
        </span>
      </header>
      <div className={`result ${page.isStale ? 'is-stale' : ''}`} aria-busy={page.isRunning}>
        {text === undefined || (isFinal && failed) ? (
          <p className="quiet">{t(pipelineText.empty)}</p>
        ) : text === '' ? (
          <p className="quiet">{t(pipelineText.nothingCame)}</p>
        ) : (
          <TextOutput text={text} language={language} label={t(pipelineText.output)} />
        )}
      </div>
      <PipelineStatus {...page} state={state} shown={text} />
    </div>
  )
}

/** How the run went, or is going, in one line. */
function PipelineStatus({
  state,
  error,
  isRunning,
  isStale,
  elapsedMs,
  shown,
}: Pick<PipelinePage, 'state' | 'error' | 'isRunning' | 'isStale' | 'elapsedMs'> & { shown: string | undefined }) {
  const t = useText()
  const failed = state?.steps.find((step) => step.state === 'failed')
  const problem = error || failed?.error
  if (problem)
    return (
      <div className="status failed" role="alert">
        <Icon name="AlertCircle" />
        <p>{problem}</p>
      </div>
    )
  return (
    <div className="status" role="status">
      {isRunning && (
        <>
          <progress aria-label={t(pipelineText.running)} />
          <span>{t(pipelineText.running)}</span>
        </>
      )}
      {!isRunning && state?.isDone && (
        <>
          <span className="dot ok" aria-hidden="true" />
          <span>{t(pipelineText.done)}</span>
          {shown !== undefined && <span>{toSizeWords(new Blob([shown]).size)}</span>}
          {elapsedMs !== undefined && <span>{toTimeWords(elapsedMs)}</span>}
          {isStale && <span>{t(pipelineText.stale)}</span>}
        </>
      )}
    </div>
  )
}
