import { useEffect, useRef, useState } from 'react'
import { useText } from '../lang.tsx'
import { toSizeWords } from '../size-words.ts'
import { toolText } from '../text/tool.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

type FileFieldProps = {
  readonly id: string
  readonly value: Blob | undefined
  readonly onChange: (file: Blob | undefined) => void
}

/** A place to drop, paste or choose a file. */
export function FileField({ id, value, onChange }: FileFieldProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = useRef(onChange)
  take.current = onChange
  useEffect(() => {
    // A screenshot or a copied file, wherever the focus is. What came with a text, as cells of a table do, is meant as one.
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData: data, defaultPrevented: isTaken } = event
      if (isTaken || !data?.files[0] || data.types.includes('text/plain')) return
      // Of several fields on a page the first takes it.
      event.preventDefault()
      take.current(data.files[0])
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is an extra; the button does the same
    <div
      className={`file ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)} // the form takes it: see `dropFile`
    >
      <input ref={input} id={id} type="file" className="hidden" onChange={(event) => onChange(event.target.files?.[0])} />
      {value ? (
        <p>
          <Icon name="File" />
          <span>{value instanceof File ? value.name : t(toolText.input)}</span>
          <span className="quiet">{toSizeWords(value.size)}</span>
          <Button
            kind="ghost"
            icon="X"
            isIconOnly
            onClick={() => {
              if (input.current) input.current.value = ''
              onChange(undefined)
            }}
          >
            {t(toolText.remove)}
          </Button>
        </p>
      ) : (
        <p>
          <span className="drop-words">{t(toolText.dropHere)}</span>
          <Button icon="Upload" onClick={() => input.current?.click()}>
            {t(toolText.chooseFile)}
          </Button>
        </p>
      )}
    </div>
  )
}
