import '../net/net.css'
import './cors.css'
import type { CorsReport, CorsStep } from '@octet/core/probe/cors.ts'
import { useText } from '../lang.tsx'
import { CheckList } from '../net/checks/check-list.tsx'
import { Chip } from '../net/chip.tsx'
import { useSchemaWords } from '../net/schema-words.ts'
import { TextOutput } from '../result/text-output.tsx'
import type { ToolState } from '../tool/view.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

type Shown = CorsReport & { readonly nginx?: string; readonly node?: string }
type Words = ReturnType<typeof useSchemaWords>

const TONES = { allowed: 'ok', blocked: 'bad', undecided: 'warn' } as const

/** Whether the page may read, why, all requests on the way, and what of the answer it sees. */
export function Result({ card, result, isRunning }: ToolState<object, Shown>) {
  const t = useText()
  const words = useSchemaWords(card.output)
  const { label, option } = words
  if (!result) return null
  const { verdict, reason, origin, method, url, preflight, checks, notes, steps, headers, nginx, node } = result
  return (
    <div className="net-result cors-result" aria-busy={isRunning}>
      <div className="net-head">
        <Chip tone={TONES[verdict]}>{option('verdict', verdict)}</Chip>
        <span className="cors-step">
          <b>{origin}</b> → {method} {url}
        </span>
      </div>
      <section>
        <h2>{label('reason')}</h2>
        <p className="cors-reason">{t(reason)}</p>
      </section>
      <section>
        <h2>{label('checks')}</h2>
        <CheckList checks={checks} />
      </section>
      {notes.length > 0 && (
        <section>
          <h2>{label('notes')}</h2>
          {notes.map((note) => (
            <p key={note.en}>{t(note)}</p>
          ))}
        </section>
      )}
      {preflight && (
        <section>
          <h2>{label('preflight')}</h2>
          <p>{t(preflight.why)}</p>
        </section>
      )}
      <section>
        <h2>{label('steps')}</h2>
        {steps.map((step, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an address may be asked twice
          <Step key={index} step={step} words={words} />
        ))}
      </section>
      {headers.length > 0 && (
        <section>
          <h2>{label('headers')}</h2>
          <ScrollArea className="net-table" label={label('headers')}>
            <table>
              <tbody>
                {headers.map(({ name, value, isReadable }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a header may come twice
                  <tr key={index}>
                    <th scope="row">
                      {name} {isReadable && <Chip tone="ok">{label('headers.isReadable')}</Chip>}
                    </th>
                    <td className="mono">{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollArea>
        </section>
      )}
      {nginx && <Config label={label('nginx')} text={nginx} />}
      {node && <Config label={label('node')} text={node} />}
    </div>
  )
}

function Config({ label, text }: { label: string; text: string }) {
  return (
    <section>
      <h2>{label}</h2>
      <TextOutput text={text} language="" label={label} />
    </section>
  )
}

function Step({ step, words: { option } }: { step: CorsStep; words: Words }) {
  const { kind, method, url, status, meaning, address, tookMs, passes, sent, headers } = step
  // What another origin gets is no failure of this one.
  const tone = kind === 'trial' ? 'plain' : passes ? 'ok' : 'bad'
  return (
    <>
      <p className="cors-step">
        <Chip tone={tone}>{option('steps.kind', kind)}</Chip>
        <span>
          {method} {url}
        </span>
        <span>
          {status} {meaning} <small>{[address, `${tookMs} ms`].filter(Boolean).join(' · ')}</small>
        </span>
      </p>
      <pre className="cors-lines mono">
        <Lines mark=">" lines={sent} />
        <Lines mark="<" lines={headers} />
      </pre>
    </>
  )
}

function Lines({ mark, lines }: { mark: string; lines: CorsStep['sent'] }) {
  return lines.map(({ name, value }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a header may come twice
    <span key={index}>
      <b>
        {mark} {name}:
      </b>{' '}
      {value}
      {'\n'}
    </span>
  ))
}
