import { useEffect, useRef, type ComponentType, type DragEvent, type FormEvent, type ReactNode } from 'react'
import type { Text } from '@octet/core/text.ts'
import type { Verb } from '@octet/core/tool.ts'
import { arrived } from '../arrived.ts'
import { toPlace } from '../catalogue.ts'
import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { toolText } from '../text/tool.ts'
import { Button } from '../ui/button.tsx'
import { useHandedFocus } from '../ui/use-handed-focus.ts'
import { FieldControl } from './field-control.tsx'
import { toVisibleFields } from './form.ts'
import { InputHead } from './input-head.tsx'
import { ResultActions } from './result-actions.tsx'
import { isPaneControl, type Field } from './schema.ts'
import { ErrorLine, StatusLine } from './status-line.tsx'
import { usePasteMany } from './use-paste-many.ts'
import { answersByItself, isFieldWrong, isOfBefore, toRoom, type ToolState } from './view.ts'

type WorkbenchProps = ToolState & {
  readonly Result?: ComponentType<ToolState<any, any>> | undefined // oxlint-disable-line typescript/no-explicit-any -- the view knows its tool's types
  /** What stands beneath fields, by their names. */
  readonly beneath?: Readonly<Record<string, ReactNode>>
}

/**
 * A tool drawn from its schema. Tools whose main input is long get two panes, side by side where there is room;
 * tools that take a line get that line large, with the result below.
 */
export function Workbench({ Result, beneath, ...tool }: WorkbenchProps) {
  const { fields, input, run } = tool
  const visible = toVisibleFields(fields, input)
  const panes = visible.filter(({ control, isAdvanced }) => isPaneControl(control) && !isAdvanced)
  const hasPanes = panes.length > 0
  const options = visible.filter((field) => !panes.includes(field) && (hasPanes || !field.isMain) && !field.isAdvanced)
  const more = visible.filter(({ isAdvanced }) => isAdvanced)
  const main = hasPanes ? undefined : visible.find(({ isMain }) => isMain)
  // In the last row above the result, so that they never take one of their own.
  const actionsAt = more.length > 0 ? 'more' : main && options.length === 0 ? 'main' : 'toolbar'
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  const onPaste = usePasteMany(tool)
  return (
    <form
      onPaste={onPaste}
      className={`workbench ${hasPanes ? 'two-panes' : 'one-line'} ${toRoom(tool) ? 'asked' : !hasPanes && answersByItself(tool) ? 'awaited' : ''}`}
      style={toRoom(tool)}
      onSubmit={onSubmit}
      method={toFormMethod(tool.card)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => void dropFile(event, tool)}
    >
      {main && (
        <div className="main-row">
          <div className="main-line">
            <OneField field={main} {...tool} />
            <PrimaryButton {...tool} />
          </div>
          {actionsAt === 'main' && <ResultActions {...tool} />}
        </div>
      )}
      {(!main || options.length > 0) && (
        <div className="toolbar">
          {!main && <PrimaryButton {...tool} />}
          {options.map((field) => (
            <OneField key={field.name} field={field} {...tool} />
          ))}
          {actionsAt === 'toolbar' && <ResultActions {...tool} />}
        </div>
      )}
      {more.length > 0 && (
        <div className="more-row">
          <MoreOptions isAsked={more.some(({ name }) => name === tool.error?.data.field)}>
            {more.map((field) => (
              <OneField key={field.name} field={field} {...tool} />
            ))}
          </MoreOptions>
          {actionsAt === 'more' && <ResultActions {...tool} />}
        </div>
      )}
      <div className="panes">
        {hasPanes && (
          <div className="pane input-pane">
            {panes.map((field) => (
              <InputPane key={field.name} field={field} beneath={beneath?.[field.name]} {...tool} />
            ))}
          </div>
        )}
        <div className={`pane output-pane ${Result && isOfBefore(tool) ? 'is-of-before' : ''}`}>
          <ErrorLine {...tool} />
          {Result && tool.result !== undefined ? <Result {...tool} /> : <ResultPane {...tool} />}
        </div>
      </div>
      {(!tool.error || tool.isRunning) && <StatusLine {...tool} error={null} />}
    </form>
  )
}

/** Options that few want. They come into sight when an error asks for one of them. */
function MoreOptions({ isAsked, children }: { isAsked: boolean; children: ReactNode }) {
  const t = useText()
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isAsked && details.current) details.current.open = true
  }, [isAsked])
  return (
    <details className="more" ref={details}>
      <summary>{t(toolText.moreOptions)}</summary>
      <div className="more-fields">{children}</div>
    </details>
  )
}

/**
 * How the form is sent where no script is there, or not yet. `dialog` outside of one is not sent at all (HTML, «submit a form
 * element»): what is worked on in the browser would else stand in the address. All forms that only a script sends have it.
 */
export const toFormMethod = (card: ToolState['card']) => (toPlace(card) === 'here' || card.aloneWith ? 'dialog' : 'get')

/** One field bound to the tool's input. */
export const OneField = ({ field, ...tool }: { field: Field } & ToolState) => (
  <FieldControl
    field={field}
    value={tool.input[field.name]}
    onChange={(value) => tool.setInput({ [field.name]: value })}
    isWrong={isFieldWrong(tool, field)}
  />
)

/** A field that takes more than a line, with paste, open and clear above it. */
export function InputPane({ field, beneath, ...tool }: { field: Field; beneath?: ReactNode } & ToolState) {
  const { input, setInput } = tool
  return (
    <section className={`input-part ${field.isMain ? 'main' : ''}`} data-field={field.name}>
      <InputHead field={field} {...tool} />
      <FieldControl
        field={field}
        isLabelHidden
        value={input[field.name]}
        onChange={(value) => setInput({ [field.name]: value })}
        isWrong={isFieldWrong(tool, field)}
      />
      {beneath}
    </section>
  )
}

const VERBS = {
  run: toolText.run,
  'look-up': toolText.lookUp,
  search: toolText.search,
  start: toolText.start,
} as const satisfies Record<Verb, Text>

/**
 * The thing the page is for. While a long run is under way it stops it. The keys make these two elements: one that changed
 * its type under the pointer would submit the form with the same click. The second of a double click stops nothing, nor does
 * a key that is held down. The focus goes from one to the other.
 */
export function PrimaryButton({ card, isRunning, cancel, words }: ToolState & { readonly words?: Text }) {
  const t = useText()
  const ref = useHandedFocus()
  if (isRunning && toPlace(card) !== 'here')
    return (
      <Button
        key="cancel"
        ref={ref}
        className="run"
        icon="PlayerStop"
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={(event) => event.detail < 2 && cancel()}
      >
        {t(toolText.cancel)}
      </Button>
    )
  return (
    <Button key="run" ref={ref} kind="primary" className="run" type="submit">
      {t(words ?? VERBS[card.verb])}
    </Button>
  )
}

/** Files dropped on the tool go to the field they were dropped on, else to its main one. */
export async function dropFile(event: DragEvent, tool: ToolState): Promise<void> {
  const files = [...event.dataTransfer.files]
  if (files.length === 0) return
  event.preventDefault()
  const onto = (event.target as Element).closest<HTMLElement>('[data-field]')?.dataset.field
  const { takeFiles } = await arrived(import('./take-files.ts'))
  void takeFiles(files, onto, tool)
}
