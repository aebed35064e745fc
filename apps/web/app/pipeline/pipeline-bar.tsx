import { useEffect, useId, useState } from 'react'
import { useText } from '../lang.tsx'
import { followTabs } from '../state/follow-tabs.ts'
import { toast } from '../state/toast-store.ts'
import { pipelineText } from '../text/pipeline.ts'
import { Button } from '../ui/button.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { MoreMenu } from './more-menu.tsx'
import { savePipeline, useSavedPipelines } from './saved-store.ts'
import { ShareMenu } from './share-menu.tsx'
import { toPipeline } from './steps.ts'
import type { PipelinePage } from './use-pipeline.ts'

/** Name, save, saved ones, share, file. */
export function PipelineBar({ name, setName, steps, cards, text, setText, open }: PipelinePage) {
  const t = useText()
  const id = useId()
  const { pipelines } = useSavedPipelines()
  /** Why nothing was saved or read: more than can be read of a toast, so it stays until the next try. */
  const [refusal, setRefusal] = useState<string>()
  useEffect(() => {
    void useSavedPipelines.persist.rehydrate()
    return followTabs(useSavedPipelines)
  }, [])
  const isEmpty = steps.length === 0
  const pipeline = toPipeline(steps, cards, name.trim())

  const save = () => {
    setRefusal(undefined)
    if (name.trim() === '') {
      setRefusal(t(pipelineText.saveNameless))
      document.getElementById(id)?.focus()
      return
    }
    if (savePipeline(pipeline)) toast.success(t(pipelineText.saved))
    else setRefusal(t(pipelineText.notSaved))
  }
  const savedItems = pipelines.map((saved, index): MenuItem => ({
    id: `${index}`,
    icon: 'Route',
    label: saved.name ?? '',
    onSelect: () => open(saved),
  }))
  return (
    <>
      <div className="field pipeline-name">
        <label htmlFor={id} className="hidden">
          {t(pipelineText.name)}
        </label>
        <input
          id={id}
          type="text"
          maxLength={100}
          autoComplete="off"
          placeholder={t(pipelineText.namePlaceholder)}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <span className="result-actions">
        <Button kind="ghost" icon="DeviceFloppy" disabled={isEmpty} onClick={save}>
          {t(pipelineText.save)}
        </Button>
        <Menu label={t(pipelineText.savedList)} icon="Folders" items={savedItems} empty={t(pipelineText.savedNone)} />
        <ShareMenu pipeline={pipeline} steps={steps} cards={cards} text={text} />
        <MoreMenu pipeline={pipeline} name={name} setText={setText} open={open} onRefusal={setRefusal} />
      </span>
      {refusal && (
        <p className="field-error pipeline-refusal" role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}
