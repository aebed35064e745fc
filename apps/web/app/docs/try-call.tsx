import { useId, useState, type FormEvent } from 'react'
import { useText } from '../lang.tsx'
import { dataText } from '../text/data-pages.ts'
import { liveText } from '../text/live-answer.ts'
import { Button } from '../ui/button.tsx'
import { Snippet } from '../ui/snippet.tsx'
import { useKey } from './key-field.tsx'
import { toCallHeaders, toCallUrl, toFirstValues, toGetCommand, type Operation, type Parameter } from './openapi.ts'

const MAX_SHOWN_CHARS = 20_000

type HeaderPairs = [name: string, value: string][]
type Answered = { readonly text: string; readonly status: number; readonly ms: number }

/** A GET call with its parameters as fields; what comes back stands below. */
export function TryCall({ operation }: { operation: Operation }) {
  const t = useText()
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => toFirstValues(operation))
  const [answered, setAnswered] = useState<Answered>()
  const key = useKey()
  const url = toCallUrl(operation, values)
  const headers = toCallHeaders(operation, { values, key })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setAnswered((await ask(url, headers)) ?? { text: t(liveText.failed), status: 0, ms: 0 })
  }
  return (
    <form method="dialog" className="try-call" onSubmit={(event) => void send(event)}>
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
      <Snippet code={toGetCommand(operation, { values, key })} />
      <div role="status">
        {answered && (
          <>
            {answered.status > 0 && <p className="quiet">{t(liveText.answeredIn, answered)}</p>}
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

async function ask(url: string, headers: HeaderPairs): Promise<Answered | undefined> {
  const startedAt = performance.now()
  const answer = await fetch(url, { cache: 'no-store', headers }).catch(() => undefined)
  if (!answer) return undefined
  const text = toReadable(await answer.text()).slice(0, MAX_SHOWN_CHARS)
  return { text, status: answer.status, ms: Math.max(1, Math.round(performance.now() - startedAt)) }
}

/** JSON with line breaks; anything else as it came. */
function toReadable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
