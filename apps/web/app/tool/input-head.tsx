import { useRef } from 'react'
import { arrived } from '../arrived.ts'
import { useText } from '../lang.tsx'
import { toMainText } from '../result/main-text.ts'
import { toolText } from '../text/tool.ts'
import { Button } from '../ui/button.tsx'
import { isEmpty } from './form.ts'
import type { Field } from './schema.ts'
import { usePaste } from './use-paste.tsx'
import type { ToolState } from './view.ts'

/** The name of an input with paste, open, swap and clear, above it. */
export function InputHead({ field, fields, card, lang, input, setInput, result }: { field: Field } & ToolState) {
  const t = useText()
  const file = useRef<HTMLInputElement>(null)
  const { name, control } = field
  const set = (text: string) => setInput({ [name]: control === 'lines' ? text.split('\n') : text })
  const isText = control === 'text' || control === 'code' || control === 'lines'
  const open = async (chooser: HTMLInputElement) => {
    const [chosen] = chooser.files ?? []
    const bytes = fields.find((other) => other.control === 'file')
    const { isBinary, readTextFile } = await arrived(import('../read-text-file.ts'))
    if (chosen && bytes && (await isBinary(chosen))) setInput({ [name]: '', [bytes.name]: chosen })
    else if (chosen) set(await readTextFile(chosen, lang))
    chooser.value = '' // the same file may be chosen again, changed
  }
  const paste = usePaste(input[name], set)
  return (
    <>
      <header className="pane-head">
        <h2>{t(field.label)}</h2>
        <span className="pane-actions">
          {isText && (
            <>
              {paste.button}
              <Button kind="ghost" icon="FolderOpen" isIconOnly onClick={() => file.current?.click()}>
                {t(toolText.open)}
              </Button>
              <input ref={file} type="file" hidden onChange={(event) => open(event.target)} />
              {field.isMain && (
                <Button
                  kind="ghost"
                  icon="ArrowsExchange"
                  isIconOnly
                  disabled={result === undefined}
                  onClick={() => set(toMainText(card, result))}
                >
                  {t(toolText.swap)}
                </Button>
              )}
            </>
          )}
          <Button
            kind="ghost"
            icon="Trash"
            isIconOnly
            disabled={isEmpty(input[name])}
            onClick={({ currentTarget }) =>
              wipe(currentTarget) || setInput({ [name]: control === 'file' ? undefined : control === 'lines' ? [] : '' })
            }
          >
            {t(toolText.clear)}
          </Button>
        </span>
      </header>
      {paste.note}
    </>
  )
}

/** Empties the plain field below as keys would: Ctrl+Z brings its text back. The button, which is off now, gives the focus to it. */
function wipe(button: Element): boolean {
  const area = button.closest('.input-part')?.querySelector('textarea')
  area?.select()
  return area !== undefined && area !== null && document.execCommand('delete')
}
