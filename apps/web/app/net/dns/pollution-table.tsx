import type { Pollution } from '@octet/tools/lookup/dns/pollution.ts'
import { useText } from '../../lang.tsx'
import { dnsText as words } from '../../text/net-dns.ts'
import { CheckList } from '../checks/check-list.tsx'
import { Chip, type Tone } from '../chip.tsx'
import { FromElsewhere } from '../from-elsewhere.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'

type Row = Pollution['rows'][number]
type PollutionTableProps = {
  readonly name: string
  readonly pollution: Pollution
  readonly label: (path: string) => string
  readonly option: (path: string, value: string) => string
}

const VERDICT_TONES: Readonly<Record<Pollution['verdict'], Tone>> = {
  forged: 'bad',
  intercepted: 'bad',
  suspected: 'warn',
  clean: 'ok',
  unclear: 'plain',
}
const MARK_TONES: Readonly<Record<NonNullable<Row['mark']>, Tone>> = {
  forged: 'bad',
  missing: 'warn',
  other: 'warn',
  network: 'ok',
  same: 'ok',
  quiet: 'ok',
}

/** The verdict and what it rests on, then every answer beside the encrypted one. */
export function PollutionTable({ name, pollution, label, option }: PollutionTableProps) {
  const t = useText()
  const { verdict, findings, reference, rows, isComplete } = pollution
  const path = (field: string) => `pollution.${field}`
  return (
    <>
      <div className="net-head" role="status">
        <strong>{name}</strong>
        {isComplete ? (
          <Chip tone={VERDICT_TONES[verdict]}>{option(path('verdict'), verdict)}</Chip>
        ) : (
          <span>{t(words.asking)}</span>
        )}
      </div>
      {isComplete && (
        <CheckList checks={findings.map(({ verdict: one, text }, index) => ({ id: `${index}`, verdict: one, text }))} />
      )}
      <p>
        {t(words.fromHere)} <FromElsewhere type="dns" target={name} />
      </p>
      {reference.length > 0 && (
        <section>
          <h2>{label(path('reference'))}</h2>
          <p className="mono dns-values">{reference.join('\n')}</p>
        </section>
      )}
      <ScrollArea className="net-table stacked" label={label(path('rows'))}>
        <table>
          <thead>
            <tr>
              <th scope="col">{label(path('rows.name'))}</th>
              <th scope="col">{label(path('rows.way'))}</th>
              <th scope="col">{label(path('rows'))}</th>
              <th scope="col">{label(path('rows.mark'))}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <PollutionLine key={row.id} row={row} option={(field, value) => option(path(`rows.${field}`), value)} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </>
  )
}

function PollutionLine({ row, option }: { readonly row: Row; readonly option: PollutionTableProps['option'] }) {
  const t = useText()
  const { name, server, country, way, state, answers, mark, why, note } = row
  return (
    <tr>
      <td>
        {name || option('way', way)} {country && <small>{country}</small>}
      </td>
      <td>
        {name ? option('way', way) : ''} {!name && server && <span className="mono">{server}</span>}
      </td>
      <td className="whole-line record-data">
        {answers.length === 0 && <span>{option('state', state)}</span>}
        {answers.map(({ rcode, values, ms }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- in the order they came
          <div key={index}>
            <span className="mono">{values.join(' ') || rcode}</span> <small>{ms} ms</small>
          </div>
        ))}
        {note && <small>{t(note)}</small>}
      </td>
      <td>
        {mark && <Chip tone={MARK_TONES[mark]}>{option('mark', mark)}</Chip>}
        {why && <small>{t(why)}</small>}
      </td>
    </tr>
  )
}
