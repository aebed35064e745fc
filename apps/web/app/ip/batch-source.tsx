import { useRef, useState, type DragEvent, type Ref } from 'react'
import { takeFirst } from '../tool/say-left-out.ts'
import { useLang, useText } from '../lang.tsx'
import { readTextFile } from '../read-text-file.ts'
import { batchText } from '../text/ip-batch.ts'
import { Button } from '../ui/button.tsx'
import { MAX_LINES } from './batch-input.ts'

type BatchSourceProps = {
  readonly text: string
  readonly startRef: Ref<HTMLButtonElement>
  readonly onStart: (text: string) => void
}

/** Where a list is pasted, dropped or opened. The text stays in the field and out of the page's state: it may be large. */
export function BatchSource({ text, startRef, onStart }: BatchSourceProps) {
  const t = useText()
  const lang = useLang()
  const area = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const open = async (chosen: File | undefined) => chosen && onStart(await readTextFile(chosen, lang))
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void open(takeFirst(event.dataTransfer.files))
  }
  return (
    <form
      method="dialog"
      className={`ip-panel batch-source ${isOver ? 'over' : ''}`}
      onSubmit={(event) => {
        event.preventDefault()
        onStart(area.current?.value ?? '')
      }}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <label htmlFor="batch-text">{t(batchText.input)}</label>
      <textarea
        id="batch-text"
        ref={area}
        className="mono"
        rows={9}
        spellCheck={false}
        autoComplete="off"
        aria-describedby="batch-help"
        placeholder={t(batchText.placeholder)}
        defaultValue={text}
      />
      <div className="batch-foot">
        <p id="batch-help">{t(batchText.inputHelp, { lines: MAX_LINES.toLocaleString('en') })}</p>
        <Button icon="FolderOpen" onClick={() => file.current?.click()}>
          {t(batchText.chooseFile)}
        </Button>
        <input ref={file} type="file" hidden onChange={(event) => void open(event.target.files?.[0])} />
        <Button ref={startRef} kind="primary" type="submit">
          {t(batchText.start)}
        </Button>
      </div>
    </form>
  )
}
