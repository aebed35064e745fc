import { Suspense, useRef, useState } from 'react'
import { late } from '../late.tsx'
import { EarlySearch } from '../layout/early-search.tsx'
import { findTool } from '../catalogue.ts'
import { useText } from '../lang.tsx'
import { pipelineText } from '../text/pipeline.ts'
import { Button } from '../ui/button.tsx'
import { StepCard } from './step-card.tsx'
import { createStep, moveStep, type EditStep } from './steps.ts'
import { MAX_STEPS, type PipelinePage } from './use-pipeline.ts'

const ToolPicker = late(() => import('./tool-picker.tsx'))

type ListProps = PipelinePage & { readonly viewed: number | undefined; readonly onView: (at: number | undefined) => void }

/** A step that was removed, and the list without it: it comes back as long as nothing else has changed. */
type Removed = { readonly step: EditStep; readonly at: number; readonly rest: readonly EditStep[] }

/** The steps in their order, and the button for one more. */
export function StepList(props: ListProps) {
  const t = useText()
  const { steps, setSteps, cards, state, viewed, onView, isStale } = props
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const [removed, setRemoved] = useState<Removed>()
  const [picking, setPicking] = useState<'new' | EditStep>()
  const toTitle = (tool: string) => {
    const row = findTool(tool)
    return row ? t(row.title) : tool
  }
  const change = (key: number, part: Partial<EditStep>) =>
    setSteps((all) => all.map((step) => (step.key === key ? { ...step, ...part } : step)))
  const move = (from: number, by: number, button?: string) => {
    const step = steps[from]
    const to = from + by
    if (!step || to < 0 || to >= steps.length) return
    setSteps((all) => moveStep(all, from, to))
    onView(undefined)
    setSaid(t(pipelineText.moved, { tool: toTitle(step.tool), at: to + 1, count: steps.length }))
    // The moved element loses the focus when the list is written anew.
    requestAnimationFrame(() => focusIn(list.current?.children[to], button))
  }
  const remove = (at: number) => {
    const step = steps[at]
    if (!step) return
    const rest = steps.toSpliced(at, 1)
    setSteps(() => rest)
    setRemoved({ step, at, rest })
    onView(undefined)
    setSaid(t(pipelineText.removed, { tool: toTitle(step.tool) }))
    requestAnimationFrame(() =>
      focusIn(list.current?.children[Math.min(at, steps.length - 2)] ?? list.current?.parentElement, 'remove'),
    )
  }
  const bringBack = ({ step, at }: Removed) => {
    setSteps((all) => all.toSpliced(at, 0, step))
    setSaid(t(pipelineText.step, { at: at + 1, tool: toTitle(step.tool) }))
    requestAnimationFrame(() => focusIn(list.current?.children[at], 'remove'))
  }
  const pick = (tool: string) => {
    if (picking === 'new') setSteps((all) => [...all, createStep(tool)])
    else if (picking) change(picking.key, { tool, options: {} })
    onView(undefined)
    setPicking(undefined)
  }
  const closePicker = () => setPicking(undefined)
  return (
    <section className="steps" aria-label={t(pipelineText.steps)}>
      <ol ref={list}>
        {steps.map((step, at) => (
          <StepCard
            key={step.key}
            step={step}
            at={at}
            count={steps.length}
            title={toTitle(step.tool)}
            card={cards[step.tool]}
            state={state?.steps[at]?.tool === step.tool ? state.steps[at] : undefined}
            isStale={isStale}
            isViewed={viewed === at}
            isFull={steps.length >= MAX_STEPS}
            onChange={(part) => change(step.key, part)}
            onMove={(by, button) => move(at, by, button)}
            onDuplicate={() => setSteps((all) => all.toSpliced(at + 1, 0, createStep(step.tool, step.options, step.eachLine)))}
            onRemove={() => remove(at)}
            onPick={() => setPicking(step)}
            onView={() => onView(viewed === at ? undefined : at)}
          />
        ))}
      </ol>
      {removed?.rest === steps && (
        <p className="step-removed">
          {t(pipelineText.removed, { tool: toTitle(removed.step.tool) })}
          <Button kind="ghost" icon="ArrowBackUp" onClick={() => bringBack(removed)}>
            {t(pipelineText.undo)}
          </Button>
        </p>
      )}
      {steps.length < MAX_STEPS ? (
        <Button icon="Plus" className="add-step" onClick={() => setPicking('new')}>
          {t(pipelineText.addStep)}
        </Button>
      ) : (
        <p className="quiet">{t(pipelineText.full, { limit: MAX_STEPS })}</p>
      )}
      {steps.length > 1 && <p className="quiet move-help">{t(pipelineText.moveHelp)}</p>}
      <p className="hidden" role="status">
        {said}
      </p>
      {picking && (
        <Suspense fallback={<EarlySearch onClose={closePicker} />}>
          <ToolPicker onPick={pick} onClose={closePicker} />
        </Suspense>
      )}
    </section>
  )
}

/** Puts the focus on the button that was used, or on the first one that can be. */
function focusIn(element: Element | null | undefined, action = 'view'): void {
  const wanted = element?.querySelector<HTMLButtonElement>(`[data-action="${action}"]:not(:disabled)`)
  const other = element?.querySelector<HTMLButtonElement>('button:not(:disabled)')
  ;(wanted ?? other)?.focus()
}
