import '../net/net.css'
import './dnsbl.css'
import type { BlockListReport } from '@octet/core/probe/dnsbl.ts'
import { useText } from '../lang.tsx'
import { Chip, type Tone } from '../net/chip.tsx'
import { useSchemaWords } from '../net/schema-words.ts'
import { blockListText as words } from '../text/net-dnsbl.ts'
import type { ToolState } from '../tool/view.ts'

type Row = BlockListReport['lists'][number]

const WEIGHTS: readonly Row['impact'][] = ['high', 'medium', 'low', 'info']
const UNANSWERED: readonly Row['state'][] = ['refused', 'broken', 'failed']

/** What accuses first, the heaviest list on top; then who could not be asked, and folded who has nothing to say. */
export function Result({ card, result, isRunning }: ToolState<object, BlockListReport>) {
  const t = useText()
  if (!result) return null
  const { target, lists, listed, clean, unanswered } = result
  const of = (...states: Row['state'][]) =>
    lists.filter(({ state }) => states.includes(state)).sort((a, b) => WEIGHTS.indexOf(a.impact) - WEIGHTS.indexOf(b.impact))
  const done = lists.filter(({ state }) => state !== 'waiting').length
  const isKnown = listed > 0 || !isRunning
  return (
    <div className="net-result dnsbl-result" aria-busy={isRunning}>
      <div className="net-head">
        <strong>{target}</strong>
        {isKnown && (
          <Chip tone={listed > 0 ? 'bad' : clean > 0 ? 'ok' : 'warn'}>
            {listed > 0 ? t(words.listedOn, { count: listed }) : t(clean > 0 ? words.listedNowhere : words.nobody)}
          </Chip>
        )}
        <small role="status">{t(words.asked, { done, all: lists.length })}</small>
      </div>
      <Accused title={t(words.listed)} rows={of('listed')} card={card} tone="bad" />
      <Accused title={t(words.noted)} rows={of('noted')} card={card} tone="warn" />
      <Others title={t(words.unanswered, { count: unanswered })} rows={of(...UNANSWERED)} card={card}>
        {t(words.unansweredWhy)}
      </Others>
      <Others title={t(words.clean, { count: of('clean').length })} rows={of('clean')} card={card} />
    </div>
  )
}

type GroupProps = { readonly title: string; readonly rows: readonly Row[]; readonly card: ToolState['card'] }

function Accused({ title, rows, card, tone }: GroupProps & { readonly tone: Tone }) {
  const t = useText()
  const { option } = useSchemaWords(card.output)
  if (rows.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul className="dnsbl-listed">
        {rows.map(({ zone, name, codes, meanings, reason, impact, removal }) => (
          <li key={zone}>
            <strong>{name}</strong> <Chip tone={impact === 'info' ? 'plain' : tone}>{option('lists.impact', impact)}</Chip>
            {meanings.length > 0 && <p>{meanings.map((meaning) => t(meaning)).join(' · ')}</p>}
            {reason && <p className="quiet">{reason}</p>}
            <p>
              <a href={removal} rel="noreferrer">
                {t(words.removal)}
              </a>{' '}
              <small className="mono">
                {zone} {codes.join(' ')}
              </small>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Others({ title, rows, card, children }: GroupProps & { readonly children?: string }) {
  const { option } = useSchemaWords(card.output)
  if (rows.length === 0) return null
  return (
    <details className="dnsbl-others">
      <summary>{title}</summary>
      {children && <p>{children}</p>}
      <ul className={children ? '' : 'short'}>
        {rows.map(({ zone, name, homepage, state, problem }) => (
          <li key={zone}>
            <a href={homepage} rel="noreferrer">
              {name}
            </a>
            {(problem ?? state !== 'clean') && (
              <small>{problem ? option('lists.problem', problem) : option('lists.state', state)}</small>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
