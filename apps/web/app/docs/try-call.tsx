import { useId, useState, type FormEvent } from 'react'
import { useText } from '../lang.tsx'
import { dataText } from '../text/data-pages.ts'
import { Button } from '../ui/button.tsx'
import { Sample } from '../data/sample.tsx'
import { useKey } from './key-field.tsx'
import { toShellWord } from '../tool/shell-word.ts'
import { toCallUrl, type Operation, type Parameter } from './openapi.ts'

/** Values that show something at once. */
const FIRST_VALUES: Readonly<Record<string, string>> = { ip: '8.8.8.8', field: 'country_code', by: 'asn', owner: '13335' }
const MAX_SHOWN_CHARS = 20_000

type Answered = { readonly text: string; readonly status: number; readonly ms: number }

/** A GET call with its parameters as fields; what comes back stands below. */
export function TryCall({ operation }: { operation: Operation }) {
  const t = useText()
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(operation.parameters.filter((p) => p.in === 'path').map(({ name }) => [name, FIRST_VALUES[name] ?? ''])),
  )
  const [answered, setAnswered] = useState<Answered>()
  const key = useKey()
  const url = toCallUrl(operation, values)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const startedAt = performance.now()
    const answer = await fetch(url, {
      cache: 'no-store',
      ...(key && { headers: { authorization: `Bearer ${key}` } }),
    }).catch(() => undefined)
    const text = answer ? await answer.text() : t(dataText.failed)
    const ms = Math.max(1, Math.round(performance.now() - startedAt))
    setAnswered({ text: toReadable(text).slice(0, MAX_SHOWN_CHARS), status: answer?.status ?? 0, ms })
  }
  return (
    <form className="try-call" onSubmit={(event) => void send(event)}>
      <div className="try-fields">
        {operation.parameters.map((parameter) => (
          <OneField
            key={parameter.name}
            parameter={parameter}
            value={values[parameter.name] ?? ''}
            onChange={(value) => setValues({ ...values, [parameter.name]: value })}
          />
        ))}
        <Button type="submit" kind="plain" icon="PlayerPlay">
          {t(dataText.send)}
        </Button>
      </div>
      <Sample code={`curl ${key ? `-H 'Authorization: Bearer ${key}' ` : ''}${toShellWord(`$ORIGIN${url}`)}`} />
      <div role="status">
        {answered && (
          <>
            <p className="quiet">{t(dataText.answeredIn, answered)}</p>
            <pre tabIndex={0}>
              <code>{answered.text}</code>
            </pre>
          </>
        )}
      </div>
    </form>
  )
}

function OneField({ parameter, value, onChange }: { parameter: Parameter; value: string; onChange: (value: string) => void }) {
  const id = useId()
  const { name, schema, required } = parameter
  return (
    <div className="field">
      <label htmlFor={id}>
        <code>{name}</code>
      </label>
      {schema.enum ? (
        <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
          {!(required ?? false) && <option value="">{schema.default === undefined ? '' : String(schema.default)}</option>}
          {schema.enum.map((option) => (
            <option key={String(option)} value={String(option)}>
              {String(option)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          value={value}
          required={required ?? false}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  )
}

/** JSON with line breaks; anything else as it came. */
function toReadable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
