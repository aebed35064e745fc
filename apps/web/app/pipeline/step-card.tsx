import { useId, type KeyboardEvent } from 'react'
import type { ToolCard } from '@octet/tools/catalogue.ts'
import type { StepState } from '@octet/tools/pipeline/pipeline.ts'
import { findTool, toPlace } from '../catalogue.ts'
import { useText } from '../lang.tsx'
import { toSizeWords } from '../size-words.ts'
import { pipelineText } from '../text/pipeline.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { StepOptions } from './step-options.tsx'
import type { EditStep } from './steps.ts'

type StepProps = {
  readonly step: EditStep
  readonly at: number
  readonly count: number
  readonly title: string
  readonly card: ToolCard | undefined
  readonly state: StepState | undefined
  readonly isStale: boolean
  readonly isViewed: boolean
  readonly isFull: boolean
  readonly onChange: (part: Partial<EditStep>) => void
  readonly onMove: (by: -1 | 1, button?: string) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
  readonly onPick: () => void
  readonly onView: () => void
}

const PLACE_WORDS = { here: pipelineText.placeHere, server: pipelineText.placeServer, probe: pipelineText.placeProbe } as const

/** One step: its tool, its options, how far it has come. */
export function StepCard({ step, at, count, title, card, state, isViewed, ...rest }: StepProps) {
  const t = useText()
  const id = useId()
  const row = findTool(step.tool)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.altKey && { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key]
    if (!by) return
    event.preventDefault()
    rest.onMove(by)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are a shortcut for the buttons inside
    <li className={`step ${state?.state ?? ''}`} aria-labelledby={id} onKeyDown={onKeyDown}>
      <header className="step-head">
        <span className="step-number" aria-hidden="true">
          {at + 1}
        </span>
        <h2 id={id}>
          <span className="hidden">{t(pipelineText.step, { at: at + 1, tool: '' })}</span>
          {title}
        </h2>
        {row && <span className={`quiet step-place ${toPlace(row)}`}>{t(PLACE_WORDS[toPlace(row)])}</span>}
        <span className="step-actions">
          <Button kind="ghost" icon="ArrowsExchange" isIconOnly data-action="pick" onClick={rest.onPick}>
            {t(pipelineText.changeTool)}
          </Button>
          <Button
            kind="ghost"
            icon="ArrowUp"
            isIconOnly
            data-action="up"
            disabled={at === 0}
            onClick={() => rest.onMove(-1, 'up')}
          >
            {t(pipelineText.moveUp)}
          </Button>
          <Button
            kind="ghost"
            icon="ArrowDown"
            isIconOnly
            data-action="down"
            disabled={at === count - 1}
            onClick={() => rest.onMove(1, 'down')}
          >
            {t(pipelineText.moveDown)}
          </Button>
          <Button
            kind="ghost"
            icon="CopyPlus"
            isIconOnly
            data-action="duplicate"
            disabled={rest.isFull}
            onClick={rest.onDuplicate}
          >
            {t(pipelineText.duplicate)}
          </Button>
          <Button kind="ghost" icon="X" isIconOnly data-action="remove" onClick={rest.onRemove}>
            {t(pipelineText.remove)}
          </Button>
        </span>
      </header>
      {row ? (
        <StepOptions step={step} card={card} onChange={rest.onChange} />
      ) : (
        <p className="step-problem">{t(pipelineText.unknownTool, { id: step.tool })}</p>
      )}
      {state && <StepProgress state={state} isViewed={isViewed} isStale={rest.isStale} onView={rest.onView} />}
    </li>
  )
}

const STATE_ICONS = { waiting: 'Clock', running: 'Loader2', done: 'CircleCheck', failed: 'AlertCircle' } as const

function StepProgress({
  state,
  isViewed,
  isStale,
  onView,
}: {
  state: StepState
  isViewed: boolean
  isStale: boolean
  onView: () => void
}) {
  const t = useText()
  const { state: name, done, total, text, error } = state
  return (
    <div className={`step-state ${name} ${isStale ? 'is-stale' : ''}`}>
      <Icon name={STATE_ICONS[name]} size={16} />
      <span>{t(pipelineText[name])}</span>
      {total > 1 && <span>{t(pipelineText.progress, { done, total })}</span>}
      {name === 'running' && (
        <progress aria-label={t(pipelineText.running)} {...(total > 1 ? { value: done, max: total } : {})} />
      )}
      {name === 'done' && <span className="quiet">{toSizeWords(new Blob([text]).size)}</span>}
      {name !== 'waiting' && text !== '' && (
        <Button kind="ghost" data-action="view" aria-pressed={isViewed} onClick={onView}>
          {t(pipelineText.viewOutput)}
        </Button>
      )}
      {error !== null && <p className="step-problem">{error}</p>}
    </div>
  )
}
