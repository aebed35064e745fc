import { useId, useRef } from 'react'
import { useText } from '../../lang.tsx'
import { toSizeWords } from '../../size-words.ts'
import { codedText } from '../../text/dev-coded.ts'
import { toolText } from '../../text/tool.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

type FileLineProps = { readonly file: Blob | undefined; readonly onChange: (file: Blob | undefined) => void }

/** A file in one line below a text: chosen here, or dropped anywhere on the tool. */
export function FileLine({ file, onChange }: FileLineProps) {
  const t = useText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <p className="file-line">
      <label htmlFor={id} className="hidden">
        {t(toolText.open)}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        className="hidden"
        tabIndex={-1}
        onChange={({ target }) => {
          onChange(target.files?.[0])
          target.value = ''
        }}
      />
      {file ? (
        <>
          <Icon name="File" />
          <strong>{file instanceof File ? file.name : t(toolText.input)}</strong>
          <span className="quiet">{toSizeWords(file.size)}</span>
          <Button kind="ghost" icon="X" isIconOnly onClick={() => onChange(undefined)}>
            {t(toolText.remove)}
          </Button>
        </>
      ) : (
        <>
          <span className="quiet drop-words">{t(codedText.dropLine)}</span>
          <Button icon="Upload" onClick={() => input.current?.click()}>
            {t(toolText.chooseFile)}
          </Button>
        </>
      )}
    </p>
  )
}
