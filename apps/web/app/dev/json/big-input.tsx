import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useText } from '../../lang.tsx'
import { toSizeWords } from '../../size-words.ts'
import { jsonText } from '../../text/dev-json.ts'
import { toolText } from '../../text/tool.ts'
import type { ToolState } from '../../tool/view.ts'
import { usePaste } from '../../tool/use-paste.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** How much of a large file is shown. */
const PREVIEW_BYTES = 2000

type BigInputProps = {
  readonly tool: ToolState<{ text: string }, { text: string }>
  readonly file: File | undefined
  readonly take: (file: File | undefined) => Promise<void>
  readonly drop: () => void
  readonly children: ReactNode
}

/** The input of a tool that takes large files: an editor, or in its place what is known of the file. */
export function BigInput({ tool, file, take, drop, children }: BigInputProps) {
  const t = useText()
  const { input, setInput, result } = tool
  const picker = useRef<HTMLInputElement>(null)
  const preview = usePreview(file)
  const paste = usePaste(file ?? input.text, (text) => take(new File([text], t(jsonText.pasted))))
  return (
    <section className="input-part main">
      <header className="pane-head">
        <h2>{t(toolText.input)}</h2>
        <span className="pane-actions">
          {paste.button}
          <Button kind="ghost" icon="FolderOpen" isIconOnly onClick={() => picker.current?.click()}>
            {t(toolText.open)}
          </Button>
          <input
            ref={picker}
            type="file"
            hidden
            onChange={(event) => {
              void take(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button
            kind="ghost"
            icon="ArrowsExchange"
            isIconOnly
            disabled={file !== undefined || result === undefined}
            onClick={() => setInput({ text: result?.text ?? '' })}
          >
            {t(toolText.swap)}
          </Button>
          <Button
            kind="ghost"
            icon="Trash"
            isIconOnly
            disabled={!file && !input.text}
            onClick={() => {
              drop()
              setInput({ text: '' })
            }}
          >
            {t(toolText.clear)}
          </Button>
        </span>
      </header>
      {paste.note}
      {file ? (
        <div className="big-file">
          <p>
            <Icon name="File" /> <strong>{file.name}</strong> <span className="quiet">{toSizeWords(file.size)}</span>
          </p>
          <p className="quiet">{t(jsonText.bigFile)}</p>
          <pre tabIndex={0}>{preview}</pre>
        </div>
      ) : (
        children
      )}
    </section>
  )
}

function usePreview(file: File | undefined): string {
  const [text, setText] = useState('')
  useEffect(() => {
    if (!file) return undefined
    let isGone = false
    void file
      .slice(0, PREVIEW_BYTES)
      .text()
      .then((start) => isGone || setText(file.size > PREVIEW_BYTES ? `${start}…` : start))
    return () => {
      isGone = true
    }
  }, [file])
  return text
}
