import { useRef } from 'react'
import { isAppError, toErrorMessage } from '@octet/core/errors.ts'
import type { PipelineInput } from '@octet/tools/pipeline/pipeline.ts'
import { arrived } from '../arrived.ts'
import { useLang, useText } from '../lang.tsx'
import { readTextFile } from '../read-text-file.ts'
import { pipelineText } from '../text/pipeline.ts'
import { saveFile } from '../tool/result-actions.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { forgetPipeline, useSavedPipelines } from './saved-store.ts'
import type { PipelinePage } from './use-pipeline.ts'

type MoreMenuProps = Pick<PipelinePage, 'name' | 'setText' | 'open'> & {
  readonly pipeline: PipelineInput
  /** Why a file was not read; nothing while it is being tried. */
  readonly onRefusal: (words: string | undefined) => void
}

/** A pipeline from a file and to one, cleared, or forgotten where it is saved. */
export function MoreMenu({ pipeline, name, setText, open, onRefusal }: MoreMenuProps) {
  const t = useText()
  const lang = useLang()
  const file = useRef<HTMLInputElement>(null)
  const isSaved = useSavedPipelines(({ pipelines }) => pipelines.some((saved) => saved.name === name))
  const importFile = async (chosen: File | undefined) => {
    if (!chosen) return
    onRefusal(undefined)
    const { readPipeline } = await arrived(import('./read-pipeline.ts'))
    try {
      open(readPipeline(await readTextFile(chosen, lang)))
    } catch (error) {
      if (!isAppError(error)) throw error
      onRefusal(t(pipelineText.notPipeline, { reason: toErrorMessage(error, lang) }))
    }
  }
  const exportFile = () =>
    saveFile(new File([`${JSON.stringify(pipeline, null, 2)}\n`], 'pipeline.json', { type: 'application/json' }))
  const clear = () => {
    open({ steps: [] }, '')
    setText('')
  }
  const ofSteps: MenuItem[] = [
    { id: 'export', icon: 'FileExport', label: t(pipelineText.exportJson), onSelect: exportFile },
    { id: 'clear', icon: 'Trash', label: t(pipelineText.clear), onSelect: clear },
    ...(isSaved
      ? [{ id: 'forget', icon: 'TrashX', label: t(pipelineText.forget, { name }), onSelect: () => forgetPipeline(name) }]
      : []),
  ]
  const items: MenuItem[] = [
    { id: 'import', icon: 'FileImport', label: t(pipelineText.importJson), onSelect: () => file.current?.click() },
    ...(pipeline.steps.length > 0 ? ofSteps : []),
  ]
  return (
    <>
      <Menu label={t(pipelineText.more)} icon="Dots" isIconOnly items={items} />
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
    </>
  )
}
