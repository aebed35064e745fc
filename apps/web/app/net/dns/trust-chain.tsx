import type { DnssecLink, DnssecResult } from '@octet/core/probe/dns.ts'
import { useText } from '../../lang.tsx'
import { dnsText as words } from '../../text/net-dns.ts'
import { Icon } from '../../ui/icon.tsx'
import { CheckList } from '../checks/check-list.tsx'
import { Chip, type Tone } from '../chip.tsx'
import { RecordSection } from './record-table.tsx'

type ChainProps = {
  readonly dnssec: DnssecResult
  readonly label: (path: string) => string
  readonly option: (path: string, value: string) => string
}

type State = DnssecLink['state']
const TONES: Readonly<Record<State, Tone>> = { secure: 'ok', insecure: 'warn', bogus: 'bad', indeterminate: 'wait' }

const PROOFS = {
  answer: words.provesAnswer,
  alias: words.provesAlias,
  wildcard: words.provesWildcard,
  'no-data': words.provesNoData,
  'no-name': words.provesNoName,
} as const

const StateIcon = ({ state }: { state: State }) =>
  state === 'secure' ? <Icon name="Lock" /> : state === 'bogus' ? <Icon name="LockX" /> : <Icon name="LockOpen" />

/** The zones from the root to the answer, each vouched for by the one above; then what proves the answer. */
export function TrustChain({ dnssec, label, option }: ChainProps) {
  const t = useText()
  const { name, type, state, reason, chain, proofs, checks, records, queries, ms } = dnssec
  const toState = (state: State) => option('dnssec.state', state)
  return (
    <>
      <div className="net-head">
        <strong>
          {name} {type}
        </strong>
        <Chip tone={TONES[state]}>{toState(state)}</Chip>
        <small>{t(words.work, { queries, ms })}</small>
      </div>
      {reason && <p>{t(reason)}</p>}
      {checks.length > 0 && (
        <section>
          <h2>{label('dnssec.checks')}</h2>
          <CheckList checks={checks} />
        </section>
      )}
      <section>
        <h2>{t(words.chain)}</h2>
        <ol className="trust-chain">
          {chain.map((link) => (
            <ChainLink key={link.zone} link={link} toState={toState} />
          ))}
          <li className={`is-${state}`}>
            <header>
              <StateIcon state={state} />
              <strong>
                {name} {type}
              </strong>
              <Chip tone={TONES[state]}>{toState(state)}</Chip>
            </header>
            {proofs.map((proof) => (
              <p key={`${proof.name} ${proof.type} ${proof.kind}`}>
                {[`${proof.name} ${proof.type}`, t(PROOFS[proof.kind]), toState(proof.state), proof.by].join(' · ')}
              </p>
            ))}
          </li>
        </ol>
      </section>
      <RecordSection title={t(words.answer)} records={records} label={label} />
    </>
  )
}

function ChainLink({ link, toState }: { link: DnssecLink; toState: (state: State) => string }) {
  const t = useText()
  const { zone, state, ds, keys, reason } = link
  return (
    <li className={`is-${state}`}>
      <header>
        <StateIcon state={state} />
        <strong>{zone === '.' ? `. (${t(words.root)})` : zone}</strong>
        <Chip tone={TONES[state]}>{toState(state)}</Chip>
      </header>
      {reason && <p>{t(reason)}</p>}
      <ul>
        {ds.length === 0 && <li>{t(zone === '.' ? words.anchor : words.noDs)}</li>}
        {ds.map(({ keyTag, algorithm, digestType, matches }) => (
          <li key={`${keyTag} ${digestType}`}>
            {t(words.ds, { tag: keyTag, algorithm, digest: digestType })} ·{' '}
            <span className={matches ? 'yes' : 'no'}>{t(matches ? words.dsMatches : words.dsMissing)}</span>
          </li>
        ))}
        {keys.map(({ keyTag, algorithm, bits, role, isTrusted, signs }) => (
          <li key={`${keyTag} ${role} ${algorithm}`}>
            {[
              t(words.key, { role, tag: keyTag, algorithm }),
              bits && t(words.keyBits, { bits }),
              t(isTrusted ? words.trusted : words.untrusted),
              signs && t(words.signs),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </li>
  )
}
