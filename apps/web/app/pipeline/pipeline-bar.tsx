import { useEffect, useId, useRef, useState } from 'react'
import { isAppError, toErrorMessage } from '@octet/core/errors.ts'
import { arrived } from '../arrived.ts'
import { useLang, useText } from '../lang.tsx'
import { readTextFile } from '../read-text-file.ts'
import { useKeeping } from '../keep/use-keeping.tsx'
import { usePrefs } from '../state/prefs-store.ts'
import { followTabs } from '../state/follow-tabs.ts'
import { toast } from '../state/toast-store.ts'
import { pipelineText } from '../text/pipeline.ts'
import { shareText } from '../text/share.ts'
import { saveFile } from '../tool/result-actions.tsx'
import { Button } from '../ui/button.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { forgetPipeline, savePipeline, useSavedPipelines } from './saved-store.ts'
import { isInputSecret, toPipeline } from './steps.ts'
import type { PipelinePage } from './use-pipeline.ts'

/** Name, save, saved ones, share, file. */
export function PipelineBar({ name, setName, steps, cards, text, setText, open }: PipelinePage) {
  const t = useText()
  const lang = useLang()
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const { pipelines } = useSavedPipelines()
  /** Why nothing was saved or read: more than can be read of a toast, so it stays until the next try. */
  const [refusal, setRefusal] = useState<string>()
  const isInputPrivate = usePrefs((prefs) => prefs.isInputPrivate)
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
  const keeping = useKeeping(pipeline.name || t(pipelineText.title))
  const toLink = (withText: boolean) => ({
    input: { ...pipeline, ...(withText ? { text } : {}) },
    page: `${location.origin}${location.pathname}`,
  })
  const importFile = async (chosen: File | undefined) => {
    if (!chosen) return
    setRefusal(undefined)
    const { readPipeline } = await arrived(import('./read-pipeline.ts'))
    try {
      open(readPipeline(await readTextFile(chosen, lang)))
    } catch (error) {
      if (!isAppError(error)) throw error
      setRefusal(t(pipelineText.notPipeline, { reason: toErrorMessage(error, lang) }))
    }
  }
  const canShareText = text !== '' && !isInputPrivate && !isInputSecret(steps, cards)
  const shareItems: MenuItem[] = [
    { id: 'steps', icon: 'Link', label: t(pipelineText.shareSteps), onSelect: () => void keeping.copy(toLink(false)) },
    ...(canShareText
      ? [{ id: 'text', icon: 'LinkPlus', label: t(pipelineText.shareText), onSelect: () => void keeping.copy(toLink(true)) }]
      : []),
    ...(keeping.canKeep && !isInputPrivate
      ? [{ id: 'keep', icon: 'Lock', label: t(shareText.keep), onSelect: () => keeping.keep(toLink(canShareText)) }]
      : []),
  ]
  const exportFile = () =>
    saveFile(new File([`${JSON.stringify(pipeline, null, 2)}\n`], 'pipeline.json', { type: 'application/json' }))
  const moreItems: MenuItem[] = [
    { id: 'import', icon: 'FileImport', label: t(pipelineText.importJson), onSelect: () => file.current?.click() },
    ...(isEmpty
      ? []
      : [
          { id: 'export', icon: 'FileExport', label: t(pipelineText.exportJson), onSelect: exportFile },
          {
            id: 'clear',
            icon: 'Trash',
            label: t(pipelineText.clear),
            onSelect: () => {
              open({ steps: [] }, '')
              setText('')
            },
          },
          ...(pipelines.some((saved) => saved.name === name)
            ? [{ id: 'forget', icon: 'TrashX', label: t(pipelineText.forget, { name }), onSelect: () => forgetPipeline(name) }]
            : []),
        ]),
  ]
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
        <Menu label={t(pipelineText.share)} icon="Share2" isIconOnly disabled={isEmpty} items={shareItems} />
        {keeping.dialog}
        <Menu label={t(pipelineText.more)} icon="Dots" isIconOnly items={moreItems} />
        <input
          ref={file}
          type="file"
          accept="application/json,.json"
          hidden
          onChange={(event) => {
            void importFile(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </span>
      {refusal && (
        <p className="field-error pipeline-refusal" role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}
