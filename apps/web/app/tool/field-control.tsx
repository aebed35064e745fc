import { useId, useState, type ReactNode } from 'react'
import { useText } from '../lang.tsx'
import { toolText } from '../text/tool.ts'
import { Button } from '../ui/button.tsx'
import { CodeEditor } from '../ui/code-editor.tsx'
import { FileField } from './file-field.tsx'
import { toExpectedNumber } from './number-words.ts'
import type { Field } from './schema.ts'

type ControlProps = {
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** The label is read out but not drawn, since something beside it says the same. */
  readonly isLabelHidden?: boolean
  /** The last run asked for another value of it. */
  readonly isWrong?: boolean
}

/** One input with its label, help and unit. */
export function FieldControl({ field, value, onChange, isLabelHidden = false, isWrong = false }: ControlProps) {
  const t = useText()
  const id = useId()
  const { control, label, help, unit, isRequired } = field
  const helpId = help ? `${id}-help` : undefined
  const drawn = <Drawn field={field} value={value} onChange={onChange} id={id} helpId={helpId} isWrong={isWrong} />
  const hint = help && t(help)
  const helpLine = help && (
    <p id={helpId} className="help">
      {t(help)}
    </p>
  )
  if (control === 'toggle')
    return (
      <div className="field toggle-field" title={hint}>
        {drawn}
        <label htmlFor={id}>{t(label)}</label>
        {helpLine}
      </div>
    )
  if (control === 'segments')
    return (
      <fieldset className="field" aria-describedby={helpId} title={hint}>
        <legend className={isLabelHidden ? 'hidden' : ''}>{t(label)}</legend>
        {drawn}
        {helpLine}
      </fieldset>
    )
  return (
    <div className={`field ${control}-field`} title={hint}>
      <label htmlFor={id} className={isLabelHidden ? 'hidden' : ''}>
        {t(label)}
        {unit && control !== 'number' && <span className="unit"> ({t(unit)})</span>}
        {isRequired && <span className="hidden"> ({t(toolText.required)})</span>}
      </label>
      {drawn}
      {helpLine}
    </div>
  )
}

type DrawnProps = ControlProps & { readonly id: string; readonly helpId: string | undefined; readonly isWrong: boolean }

function Drawn({ field, value, onChange, id, helpId, isWrong }: DrawnProps): ReactNode {
  const t = useText()
  const { name, control, options, placeholder, schema, language, unit } = field
  const shared = {
    id,
    name,
    'aria-describedby': helpId,
    'aria-invalid': isWrong || undefined,
    autoComplete: 'off',
    spellCheck: false,
  }
  const hint = placeholder ? { placeholder: t(placeholder) } : {}
  if ((control === 'text' || control === 'code') && typeof value === 'string' && value.length > MAX_FIELD_CHARS)
    return <LongInput text={value} />
  switch (control) {
    case 'toggle':
      return (
        <input
          {...shared}
          type="checkbox"
          role="switch"
          className="switch"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )
    case 'number':
      return (
        <span className="number">
          <input
            {...shared}
            {...hint}
            {...toExpectedNumber(schema)}
            type="number"
            inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'}
            value={typeof value === 'number' ? value : ''}
            onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.valueAsNumber)}
          />
          {unit && <span className="unit">{t(unit)}</span>}
        </span>
      )
    case 'select':
      return (
        <select
          {...shared}
          value={toWord(value)}
          onChange={(event) => onChange(options.find(({ value }) => String(value) === event.target.value)?.value)}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </select>
      )
    case 'segments':
      return (
        <span className="segments">
          {options.map((option) => (
            <label key={option.value}>
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
              />
              <span>{t(option.label)}</span>
            </label>
          ))}
        </span>
      )
    case 'secret':
      return <SecretInput {...shared} {...hint} value={toWord(value)} onChange={onChange} />
    case 'file':
      return <FileField id={id} value={value instanceof Blob ? value : undefined} onChange={onChange} />
    case 'code':
      return (
        <CodeEditor {...shared} {...hint} label={t(field.label)} language={language} value={toWord(value)} onChange={onChange} />
      )
    case 'text':
      return (
        <textarea
          {...shared}
          {...hint}
          className={KEY_FILE.test(toWord(value)) ? 'key-file' : undefined}
          rows={6}
          dir="auto"
          value={toWord(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'lines':
      return (
        <textarea
          {...shared}
          {...hint}
          rows={6}
          value={Array.isArray(value) ? value.join('\n') : ''}
          onChange={(event) => onChange(toLines(event.target.value))}
        />
      )
    case 'json':
      return <JsonInput {...shared} value={value} onChange={onChange} />
    default:
      return <input {...shared} {...hint} type="text" value={toWord(value)} onChange={(event) => onChange(event.target.value)} />
  }
}

/** PEM and files of PuTTY: their lines are all of one length, and ugly where each is broken. */
const KEY_FILE = /^\s*(?:-----BEGIN |PuTTY-User-Key-File-)/

/** A longer text stays out of the field, which could not be typed into any more. */
const MAX_FIELD_CHARS = 2_000_000
const PREVIEW_CHARS = 2000

/** What is known of a text that is too long for a field; the tool still gets all of it. */
function LongInput({ text }: { text: string }) {
  const t = useText()
  return (
    <div className="long-input">
      <p className="quiet">{t(toolText.longInput, { count: text.length.toLocaleString('en') })}</p>
      <pre tabIndex={0}>{text.slice(0, PREVIEW_CHARS)}…</pre>
    </div>
  )
}

const toWord = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value)

const toLines = (text: string): string[] => (text === '' ? [] : text.split('\n'))

type SharedProps = { readonly id: string; readonly name: string; readonly 'aria-describedby': string | undefined }

/** A line that is hidden until asked for. */
function SecretInput({ value, onChange, ...shared }: SharedProps & { value: string; onChange: (value: string) => void }) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  return (
    <span className="secret">
      <input
        {...shared}
        type={isShown ? 'text' : 'password'}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button kind="ghost" icon={isShown ? 'EyeOff' : 'Eye'} isIconOnly aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {t(isShown ? toolText.hide : toolText.show)}
      </Button>
    </span>
  )
}

/** Structured input as JSON text; what does not parse yet stays on show and is not handed on. */
function JsonInput({ value, onChange, ...shared }: SharedProps & { value: unknown; onChange: (value: unknown) => void }) {
  const t = useText()
  const [text, setText] = useState<string>()
  const [problem, setProblem] = useState('')
  const onText = (next: string) => {
    setText(next)
    setProblem('')
    try {
      onChange(next.trim() === '' ? undefined : JSON.parse(next))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <>
      <textarea
        {...shared}
        className="mono"
        rows={6}
        value={problem ? text : (text ?? (value === undefined ? '' : JSON.stringify(value, null, 2)))}
        onChange={(event) => onText(event.target.value)}
        onBlur={() => problem || setText(undefined)}
      />
      {problem && <p className="field-error">{t(toolText.notJson, { reason: problem })}</p>}
    </>
  )
}
