import { useId, useRef, useState, type DragEvent } from 'react'
import { takeFirst } from '../tool/say-left-out.ts'
import { useLang, useText } from '../lang.tsx'
import { readTextFile } from '../read-text-file.ts'
import { toSizeWords } from '../size-words.ts'
import { toast } from '../state/toast-store.ts'
import { pipelineText } from '../text/pipeline.ts'
import { toolText } from '../text/tool.ts'
import { usePaste } from '../tool/use-paste.tsx'
import { Button } from '../ui/button.tsx'
import type { PipelinePage } from './use-pipeline.ts'

/** What the engine takes between steps. */
const MAX_FILE_BYTES = 8_000_000

/** The text that goes into the first step: typed, pasted, dropped or from a file. */
export function PipelineInput({ text, setText }: PipelinePage) {
  const t = useText()
  const lang = useLang()
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const readFile = async (chosen: File | undefined) => {
    if (!chosen) return
    if (chosen.size > MAX_FILE_BYTES) {
      const places = { limit: toSizeWords(MAX_FILE_BYTES), got: toSizeWords(chosen.size) }
      toast.warning(t(pipelineText.inputTooLong, places), true)
    } else setText(await readTextFile(chosen, lang))
  }
  const paste = usePaste(text, setText)
  const onDrop = (event: DragEvent) => {
    setOver(false)
    const dropped = takeFirst(event.dataTransfer.files)
    if (!dropped) return
    event.preventDefault()
    void readFile(dropped)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is an extra; the button does the same
    <div
      className={`pane pipeline-input ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <header className="pane-head">
        <h2>
          <label htmlFor={id}>{t(pipelineText.input)}</label>
        </h2>
        <span className="pane-actions">
          {paste.button}
          <Button kind="ghost" icon="FolderOpen" isIconOnly onClick={() => file.current?.click()}>
            {t(toolText.open)}
          </Button>
          <input ref={file} type="file" hidden onChange={(event) => void readFile(event.target.files?.[0])} />
          <Button kind="ghost" icon="Trash" isIconOnly disabled={text === ''} onClick={() => setText('')}>
            {t(toolText.clear)}
          </Button>
        </span>
      </header>
      {paste.note}
      <textarea
        id={id}
        rows={6}
        spellCheck={false}
        autoComplete="off"
        placeholder={t(pipelineText.inputHint)}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}
