import '../net/net.css'
import './mail.css'
import type { ReactNode } from 'react'
import type { MailReport } from '@octet/core/probe/mail.ts'
import { useText } from '../lang.tsx'
import { CheckList } from '../net/checks/check-list.tsx'
import { Chip, type Tone } from '../net/chip.tsx'
import { mailText as words } from '../text/net-mail.ts'
import type { ToolState } from '../tool/view.ts'
import { SiteLink } from '../ui/site-link.tsx'

/** Verdicts first, then the servers and every record as it is published. */
export function Result({ result, isRunning }: ToolState<object, MailReport>) {
  const t = useText()
  if (!result) return null
  const { domain, mx, servers, isComplete, spf, dmarc, dkim, mtaSts, tlsRpt, bimi, dane, checks } = result
  const makers = Object.fromEntries(
    listMakers(result).map(([id, make]) => [
      id,
      <SiteLink key={id} to="/generate/spf-dkim-dmarc" search={{ ...make, domain }}>
        {t('current' in make ? words.remake : words.make)}
      </SiteLink>,
    ]),
  )
  const published = dane.filter(({ records }) => records.length > 0)
  return (
    <div className="net-result mail-result" aria-busy={isRunning}>
      <div className="net-head">
        <strong>{domain}</strong>
      </div>
      <section>
        <h2>{t(words.checks)}</h2>
        <CheckList checks={checks} more={makers} />
      </section>
      {spf.sender && <Sender sender={spf.sender} />}
      <section>
        <h2>{t(words.servers)}</h2>
        {mx.length === 0 ? (
          <p>{t(words.noServers)}</p>
        ) : (
          <ul className="mail-servers">
            {mx.map(({ preference, host }) => (
              <li key={`${preference} ${host}`}>
                <span>{preference}</span>
                <SiteLink to="/hostchaxun" search={{ target: host }} className="mono">
                  {host}
                </SiteLink>
                {host !== '.' && (
                  <SiteLink to="/lookup/tls" search={{ host: `${host}:25`, startTls: 'smtp' }}>
                    {t(words.tryTls)}
                  </SiteLink>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
      {(servers.length > 0 || !isComplete) && (
        <section>
          <h2>{t(words.conversation)}</h2>
          {!isComplete && <p>{t(words.speaking)}</p>}
          {servers.map((server) => (
            <Conversation key={server.host} server={server} />
          ))}
        </section>
      )}
      <section>
        <h2>{t(words.records)}</h2>
        <dl className="mail-records">
          <Published name="SPF" record={spf.record ?? spf.steps[0]?.record ?? null}>
            {t(words.lookups, { lookups: spf.lookups })}
          </Published>
          <Published name="DMARC" record={dmarc.record}>
            {dmarc.policy && t(words.policy, { policy: dmarc.policy })}
          </Published>
          {dkim.map((key) => (
            <Published key={key.selector} name="DKIM" record={key.record}>
              {[
                t(words.selector, { selector: key.selector }),
                key.isRevoked ? t(words.revoked) : key.bits ? t(words.key, { type: key.keyType, bits: key.bits }) : key.keyType,
                key.isTesting && t(words.testing),
                key.problem && t(key.problem),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Published>
          ))}
          {dkim.length === 0 && <Published name="DKIM" record={null} />}
          <Published name="MTA-STS" record={mtaSts.record}>
            {mtaSts.problem ? t(mtaSts.problem) : mtaSts.mode && t(words.mode, { mode: mtaSts.mode })}
          </Published>
          <Published name="TLS-RPT" record={tlsRpt} />
          <Published name="BIMI" record={bimi.record} />
          {published.length === 0 && <Published name="DANE" record={null} />}
          {published.map(({ host, records, isValidated }) => (
            <Published key={host} name="DANE" record={records.join(' · ')}>
              {[host, isValidated && t(words.signed)].filter(Boolean).join(' · ')}
            </Published>
          ))}
        </dl>
      </section>
      {spf.steps.length > 1 && (
        <section>
          <h2>{t(words.tree)}</h2>
          <ol className="mail-tree mono">
            {spf.steps.map(({ depth, domain: at, term, cost, problem }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a domain may be included twice
              <li key={index} className={`depth-${Math.min(depth, 5)}`}>
                {term} <span className="quiet">{at}</span> {cost > 0 && <small>+{cost}</small>}
                {problem && (
                  <Chip tone="bad" isLong>
                    {t(problem)}
                  </Chip>
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}

/** Terms of a record that is read, which the maker puts right. */
const MENDED = ['spf-all', 'spf-order', 'spf-redirect']

/** Checks that miss a record, or have one that nobody reads, by their ids, with what is to be made. */
function listMakers({ spf, dmarc, dkim, mtaSts, tlsRpt, checks }: MailReport): [id: string, make: Record<string, string>][] {
  const faulty = checks.filter(({ verdict }) => verdict !== 'good').map(({ id }) => id)
  const isBad = (name: string) => checks.some(({ id, verdict }) => id === name && verdict === 'bad')
  const missing: [string, string, boolean][] = [
    ['spf', 'spf', spf.record === null],
    ['dmarc', 'dmarc', isBad('dmarc')],
    ['dmarc-reports', 'dmarc', !dmarc.tags['rua']],
    ['dkim', 'dkim', dkim.length === 0],
    ['mta-sts', 'mta-sts', mtaSts.record === null],
    ['tls-rpt', 'tls-rpt', tlsRpt === null],
  ]
  const current = spf.record
  return [
    ...missing.flatMap(([id, make, isMissing]): [string, Record<string, string>][] => (isMissing ? [[id, { make }]] : [])),
    ...MENDED.flatMap((id): [string, Record<string, string>][] =>
      current !== null && faulty.includes(id) ? [[id, { make: 'spf', current }]] : [],
    ),
  ]
}

type SpfSender = NonNullable<MailReport['spf']['sender']>

const TONES: Readonly<Record<SpfSender['result'], Tone>> = {
  pass: 'ok',
  fail: 'bad',
  softfail: 'bad',
  neutral: 'warn',
  none: 'warn',
  permerror: 'bad',
  temperror: 'warn',
}

/** What SPF says of the server that was asked about. */
function Sender({ sender: { address, result, domain, term, reason, explanation } }: { sender: SpfSender }) {
  const t = useText()
  const noTerm = domain === null ? t(words.noSpf) : reason ? domain : t(words.unmatched, { domain })
  const why = domain !== null && term !== null ? t(words.matched, { term, domain }) : noTerm
  return (
    <section>
      <h2>{t(words.sender, { address })}</h2>
      <dl className="mail-records">
        <div>
          <dt>
            SPF <Chip tone={TONES[result]}>{t(words[result])}</Chip>
          </dt>
          <dd className="mono">{[why, reason && t(reason)].filter(Boolean).join(' · ')}</dd>
        </div>
        {explanation && <Fact name={t(words.explanation)}>{explanation}</Fact>}
      </dl>
    </section>
  )
}

type Server = MailReport['servers'][number]

/** What one server said and showed, as far as it came. */
function Conversation({ server }: { server: Server }) {
  const t = useText()
  const { host, address, failure, greeting, features, startTls, tlsProblem, protocol, cipher, certificate } = server
  return (
    <dl className="mail-records">
      <div>
        <dt className="mono">
          {host} {address && <small>{address}</small>}
        </dt>
        <dd>
          {failure ? <Chip tone="warn">{t(words.notSpoken)}</Chip> : <Chip tone="ok">{t(words.answers)}</Chip>}{' '}
          {failure && t(failure)}
        </dd>
      </div>
      {greeting && <Fact name={t(words.greeting)}>{greeting}</Fact>}
      {features.length > 0 && <Fact name={t(words.features)}>{features.join(' · ')}</Fact>}
      {startTls !== null && (
        <Fact name={t(words.encryption)}>
          {protocol ? `${protocol} · ${cipher}` : tlsProblem ? t(tlsProblem) : t(words.noTls)}
        </Fact>
      )}
      {certificate && (
        <Fact name={t(words.certificate)}>
          {t(words.until, {
            names: certificate.names.slice(0, 5).join(', ') || certificate.subject,
            issuer: certificate.issuer,
            date: certificate.validTo.slice(0, 10),
          })}
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="mono">{children}</dd>
    </div>
  )
}

function Published({ name, record, children }: { name: string; record: string | null; children?: ReactNode }) {
  const t = useText()
  return (
    <div>
      <dt>
        {name} {record !== null && children && <small>{children}</small>}
      </dt>
      <dd className={record === null ? 'none' : 'mono'}>{record ?? t(words.missing)}</dd>
    </div>
  )
}
