import { useState } from 'react'
import { useText } from '../lang.tsx'
import { pipelineText } from '../text/pipeline.ts'
import { Button } from '../ui/button.tsx'
import { Elsewhere } from './elsewhere.tsx'
import { ExampleList } from './example-list.tsx'
import { PipelineBar } from './pipeline-bar.tsx'
import { PipelineInput } from './pipeline-input.tsx'
import { PipelineOutput } from './pipeline-output.tsx'
import { StepList } from './step-list.tsx'
import { usePipeline } from './use-pipeline.ts'
import './pipeline.css'

/** Tools in a row: built, run, saved and shared on one page. */
export function PipelinePage() {
  const t = useText()
  const page = usePipeline()
  const [viewed, setViewed] = useState<number>()
  const { steps, isRunning, run, cancel } = page
  const isEmpty = steps.length === 0
  return (
    <article className="tool pipeline">
      <header className="tool-head">
        <div>
          <h1>{t(pipelineText.title)}</h1>
          <p>{t(pipelineText.description)}</p>
        </div>
      </header>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          setViewed(undefined)
          if (!isEmpty) void run()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
        }}
      >
        <div className="toolbar">
          {/* Two elements: one that changed its type under the pointer would submit the form with the same click. */}
          {isRunning ? (
            <Button key="cancel" className="run" icon="PlayerStop" onClick={cancel}>
              {t(pipelineText.cancel)}
            </Button>
          ) : (
            <Button key="run" kind="primary" className="run" type="submit" disabled={isEmpty}>
              {t(pipelineText.run)}
            </Button>
          )}
          <PipelineBar {...page} />
        </div>
        <div className="pipeline-columns">
          <div className="pipeline-making">
            <PipelineInput {...page} />
            <StepList {...page} viewed={viewed} onView={setViewed} />
          </div>
          <PipelineOutput {...page} viewed={viewed} onView={setViewed} />
        </div>
      </form>
      {isEmpty ? <ExampleList open={page.open} title={pipelineText.start} /> : <Elsewhere {...page} />}
      {!isEmpty && <ExampleList open={page.open} title={pipelineText.examples} />}
    </article>
  )
}
