import '../net/net.css'
import './resolver-test.css'
import { useState } from 'react'
import type { ResolverTest } from '@octet/core/probe/resolver-test.ts'
import { useText } from '../lang.tsx'
import { Chip, type Tone } from '../net/chip.tsx'
import { bySpeed, isDishonest } from '../net/resolver-rank.ts'
import { useSchemaWords } from '../net/schema-words.ts'
import { ResultView } from '../result/result-view.tsx'
import { dnsText } from '../text/net-dns.ts'
import { resolversText as words } from '../text/net-resolvers.ts'
import type { ToolState } from '../tool/view.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { Tabs } from '../ui/tabs.tsx'

type Output = { readonly resolvers: readonly ResolverTest[]; readonly isComplete: boolean }
type Words = ReturnType<typeof useSchemaWords>

/** What each resolver is worth, the fastest first; every figure as a table beside it. */
export function Result({ card, result, isRunning }: ToolState<object, Output>) {
  const t = useText()
  const schema = useSchemaWords(card.output)
  const [tab, setTab] = useState('result')
  if (!result) return null
  return (
    <div className="net-result resolver-test" aria-busy={isRunning}>
      <Tabs
        label={t(dnsText.tabs)}
        active={tab}
        onChange={setTab}
        tabs={[
          { id: 'result', label: t(dnsText.result), content: <Verdicts {...result} {...schema} /> },
          { id: 'all', label: t(words.allFigures), content: <ResultView schema={card.output} value={result} /> },
        ]}
      />
    </div>
  )
}

function Verdicts({ resolvers, isComplete, label, option }: Output & Words) {
  const t = useText()
  const answered = resolvers.filter(({ state }) => state === 'answered').length
  const count = resolvers.filter(isDishonest).length
  // Rows keep their places while answers come.
  const rows = isComplete ? resolvers.toSorted(bySpeed) : resolvers
  return (
    <>
      <div className="net-head" role="status">
        <span>{t(dnsText.compared, { answered, total: resolvers.length })}</span>
        {isComplete && answered > 0 && (
          <Chip tone={count > 0 ? 'bad' : 'ok'}>{count > 0 ? t(words.dishonest, { count }) : t(words.allHonest)}</Chip>
        )}
      </div>
      <ScrollArea className="net-table stacked" label={label('resolvers')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{label('resolvers.name')}</th>
              <th scope="col">{label('resolvers.medianMs')}</th>
              <th scope="col">{t(words.answers)}</th>
              <th scope="col">{label('resolvers.dnssec')}</th>
              <th scope="col">{label('resolvers.clientSubnet')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} label={label} option={option} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </>
  )
}

const DNSSEC_TONES: Readonly<Record<ResolverTest['dnssec'], Tone>> = {
  validates: 'ok',
  passes: 'wait',
  no: 'warn',
  unknown: 'wait',
}

function Row({ row, label, option }: Words & { readonly row: ResolverTest }) {
  const { name, server, state, medianMs, firstMs, dnssec, clientSubnet } = row
  const isAnswered = state === 'answered'
  return (
    <tr>
      <td>
        <strong>{name}</strong>
        {server !== name && <small className="mono">{server}</small>}
      </td>
      <td>
        {medianMs !== null && <strong>{medianMs} ms</strong>}
        {firstMs !== null && (
          <small>
            {label('resolvers.firstMs')} {firstMs} ms
          </small>
        )}
      </td>
      <td className="whole-line">
        {isAnswered ? <Honesty row={row} option={option} /> : <NoAnswer row={row} option={option} />}
      </td>
      <td data-name={label('resolvers.dnssec')}>
        {isAnswered && (
          <Chip tone={DNSSEC_TONES[dnssec]} isLong>
            {option('resolvers.dnssec', dnssec)}
          </Chip>
        )}
      </td>
      <td data-name={label('resolvers.clientSubnet')}>{isAnswered && option('resolvers.clientSubnet', clientSubnet)}</td>
    </tr>
  )
}

type PartProps = Pick<Words, 'option'> & { readonly row: ResolverTest }

function NoAnswer({ row: { state, note }, option }: PartProps) {
  const t = useText()
  return (
    <>
      <Chip tone={state === 'failed' ? 'bad' : 'wait'}>{option('resolvers.state', state)}</Chip>
      {note && <small>{t(note)}</small>}
    </>
  )
}

/** What is wrong with its answers, with what came in their place. */
function Honesty({ row, option }: PartProps) {
  const t = useText()
  const { missingName, redirectedTo, knownAnswer, note } = row
  const isKnown = missingName !== 'unknown' || knownAnswer !== 'unknown'
  return (
    <>
      {missingName === 'redirected' && (
        <>
          <Chip tone="bad">{t(words.redirected)}</Chip>
          <small className="mono">{redirectedTo.join(' ')}</small>
        </>
      )}
      {knownAnswer === 'changed' && <Chip tone="bad">{t(words.changed)}</Chip>}
      {!isDishonest(row) && (
        <Chip tone={isKnown ? 'ok' : 'wait'}>{isKnown ? t(words.honestName) : option('resolvers.missingName', 'unknown')}</Chip>
      )}
      {note && <small>{t(note)}</small>}
    </>
  )
}
