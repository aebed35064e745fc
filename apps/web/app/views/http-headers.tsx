import '../net/net.css'
import './http-headers.css'
import type { HttpReport } from '@octet/core/probe/http.ts'
import { useText } from '../lang.tsx'
import { CheckList } from '../net/checks/check-list.tsx'
import { Chip } from '../net/chip.tsx'
import { useSchemaWords } from '../net/schema-words.ts'
import { TextOutput } from '../result/text-output.tsx'
import { toSizeWords, toTimeWords } from '../size-words.ts'
import { lookupsText as words } from '../text/net-lookups.ts'
import type { ToolState } from '../tool/view.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

type Hop = HttpReport['hops'][number]
type Words = ReturnType<typeof useSchemaWords>

const GRADES = { A: 'ok', B: 'warn', C: 'warn', D: 'bad', F: 'bad' } as const

/** Each answer on the way with its time and headers, and what the last one promises. */
export function Result({ card, result, isRunning }: ToolState<object, HttpReport>) {
  const t = useText()
  const { label, option } = useSchemaWords(card.output)
  if (!result) return null
  const { hops, url, status, grade, totalMs, sizeBytes, isCut, checks, curl } = result
  return (
    <div className="net-result headers-result" aria-busy={isRunning}>
      <div className="net-head">
        <strong>{status}</strong>
        <Chip tone={GRADES[grade]}>{option('grade', grade)}</Chip>
        <span className="headers-url">{url}</span>
        <span>
          {toTimeWords(totalMs)} <small>{t(words.total)}</small> · {toSizeWords(sizeBytes)}{' '}
          <small>{t(isCut ? words.cut : words.body)}</small>
        </span>
      </div>
      <section>
        <h2>{t(words.checks)}</h2>
        <CheckList checks={checks} />
      </section>
      {hops.map((hop, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a chain may come to a page twice
        <HopSection key={index} hop={hop} label={label} />
      ))}
      <section>
        <h2>{t(words.curl)}</h2>
        <TextOutput text={curl} language="" label={t(words.curl)} />
      </section>
    </div>
  )
}

const PARTS = ['resolvedMs', 'connectedMs', 'securedMs', 'firstByteMs', 'endMs'] as const

function HopSection({ hop, label }: { hop: Hop; label: Words['label'] }) {
  const t = useText()
  const { url, status, meaning, address, location, headers, timing, tls } = hop
  const end = Math.max(1, timing.endMs ?? timing.firstByteMs ?? 1)
  return (
    <section>
      <h2 className="headers-hop">
        <Chip tone={status < 300 ? 'ok' : status < 400 ? 'plain' : 'bad'}>
          {status} {meaning}
        </Chip>
        <span>{url}</span>
        {tls && !tls.isTrusted && <Chip tone="bad">{t(words.untrusted)}</Chip>}
      </h2>
      <p>
        {[address, tls && `${tls.protocol}, ${tls.cipher}`, location && t(words.leads, { url: location })]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <dl className="headers-timing" aria-label={t(words.timing)}>
        {PARTS.filter((part) => timing[part] !== null).map((part) => (
          <div key={part}>
            <dt>{label(`hops.timing.${part}`)}</dt>
            <dd>
              <progress max={end} value={timing[part] ?? 0} aria-hidden="true" /> {timing[part]} ms
            </dd>
          </div>
        ))}
      </dl>
      <ScrollArea className="net-table" label={t(words.headers)}>
        <table>
          <tbody>
            {headers.map(({ name, value }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a header may come twice
              <tr key={index}>
                <th scope="row">{name}</th>
                <td className="headers-value mono">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  )
}
