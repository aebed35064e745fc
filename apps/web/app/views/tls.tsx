import '../net/net.css'
import './tls.css'
import type { ReactNode } from 'react'
import type { TlsReport } from '@octet/core/probe/tls.ts'
import { useText } from '../lang.tsx'
import { CheckList } from '../net/checks/check-list.tsx'
import { Chip } from '../net/chip.tsx'
import { useSchemaWords } from '../net/schema-words.ts'
import { tlsText as words } from '../text/net-tls.ts'
import type { ToolState } from '../tool/view.ts'
import { CopyButton } from '../ui/copy-button.tsx'

const TONES = { good: 'ok', notice: 'warn', bad: 'bad' } as const
const GRADES = { A: 'ok', B: 'warn', C: 'warn', F: 'bad', T: 'bad' } as const
/** Old versions are good when they are not there. */
const OLD = new Set(['TLSv1.1', 'TLSv1'])
const MAX_NAMES = 12
const SOON_DAYS = 14

const toDay = (time: string) => time.slice(0, 10)
const toMinute = (time: string | null) => time?.slice(0, 16).replace('T', ' ') ?? '–'

/** The grade and its reasons, the certificates one under the other, and what else the server speaks. */
export function Result({ card, result, isRunning }: ToolState<object, TlsReport>) {
  const t = useText()
  const { label, option } = useSchemaWords(card.output)
  if (!result) return null
  const { host, port, address, grade, protocol, cipher, startTls, checks, certificates, versions, ocsp, scts } = result
  const { groups, suites, ciphers } = result
  return (
    <div className="net-result tls-result" aria-busy={isRunning}>
      <div className="tls-top">
        <span className={`tls-grade ${GRADES[grade]}`} title={option('grade', grade)}>
          {grade}
        </span>
        <div>
          <strong>
            {host}
            <wbr />:{port}
          </strong>
          <p>{option('grade', grade)}</p>
          <p className="quiet">
            {t(words.agreed, { protocol, cipher })} · {address}
            {startTls && ` · ${t(words.by, { service: option('startTls', startTls) })}`}
          </p>
        </div>
      </div>
      <section>
        <h2>{t(words.checks)}</h2>
        <CheckList checks={checks} />
      </section>
      <section>
        <h2>{t(words.chain)}</h2>
        <ol className="tls-chain">
          {certificates.map((certificate) => (
            <CertificateCard key={certificate.fingerprint} certificate={certificate} />
          ))}
        </ol>
      </section>
      <section className="tls-more">
        <Part title={t(words.versions)}>
          {versions.map(({ version, isOffered }) => (
            <li key={version}>
              <span>{version.replace('v', ' ')}</span>
              <Chip tone={isOffered === null ? 'wait' : isOffered === OLD.has(version) ? 'warn' : 'ok'}>
                {t(isOffered === null ? words.unknown : isOffered ? words.offered : words.notOffered)}
              </Chip>
            </li>
          ))}
        </Part>
        {groups.length > 0 && (
          <Part title={label('groups')}>
            {groups.map(({ name, isPostQuantum }) => (
              <li key={name}>
                <span>{name}</span>
                {isPostQuantum && <Chip tone="ok">{label('groups.isPostQuantum')}</Chip>}
              </li>
            ))}
          </Part>
        )}
        {suites.length > 0 && (
          <Part title={label('suites')}>
            {suites.map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </Part>
        )}
        {ocsp && (
          <Part title={t(words.revocation)}>
            <li>
              <span>{option('ocsp.source', ocsp.source)}</span>
              <Chip tone={ocsp.status === 'good' ? 'ok' : ocsp.status === 'revoked' ? 'bad' : 'warn'}>
                {option('ocsp.status', ocsp.status)}
              </Chip>
            </li>
            <li>
              <span>{t(words.asOf, { at: toMinute(ocsp.checkedAt) })}</span>
              <Chip tone={ocsp.isVerified ? 'ok' : 'bad'}>{t(ocsp.isVerified ? words.verified : words.unverified)}</Chip>
            </li>
          </Part>
        )}
        {scts.length > 0 && (
          <Part title={t(words.logs)}>
            {scts.map(({ logId, at }) => (
              <li key={logId}>
                <code title={logId}>{logId.slice(0, 16)}…</code>
                <span>{t(words.promised, { at: toDay(at) })}</span>
              </li>
            ))}
          </Part>
        )}
      </section>
      {ciphers.length > 0 && (
        <section>
          <h2>{t(words.ciphers)}</h2>
          <ul className="tls-list tls-ciphers">
            {ciphers.map(({ name, verdict }) => (
              <li key={name}>
                <code>{name}</code>
                <Chip tone={TONES[verdict]}>{t(words[verdict])}</Chip>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** A list with its heading. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul className="tls-list">{children}</ul>
    </div>
  )
}

function CertificateCard({ certificate }: { certificate: TlsReport['certificates'][number] }) {
  const t = useText()
  const { subject, issuer, validFrom, validTo, daysLeft, names, key, signature, serial, fingerprint, pem } = certificate
  const rest = names.length - MAX_NAMES
  return (
    <li>
      <header>
        <strong>{subject || names[0]}</strong>
        <Chip tone={daysLeft < 0 ? 'bad' : daysLeft < SOON_DAYS ? 'warn' : 'ok'}>
          {daysLeft < 0 ? t(words.expired, { days: -daysLeft - 1 }) : t(words.left, { days: daysLeft })}
        </Chip>
        <CopyButton text={pem} label={t(words.copyPem)} />
      </header>
      <p className="quiet">{t(words.issuedBy, { issuer })}</p>
      <dl>
        <div>
          <dt>{t(words.validity)}</dt>
          <dd>{t(words.valid, { from: toDay(validFrom), to: toDay(validTo) })}</dd>
        </div>
        <div>
          <dt>{t(words.key)}</dt>
          <dd>{key}</dd>
        </div>
        <div>
          <dt>{t(words.signature)}</dt>
          <dd>{signature}</dd>
        </div>
        {names.length > 0 && (
          <div className="wide-fact">
            <dt>{t(words.names)}</dt>
            <dd>
              {names.slice(0, MAX_NAMES).join(', ')} {rest > 0 && t(words.moreNames, { count: rest })}
            </dd>
          </div>
        )}
        <div className="wide-fact">
          <dt>{t(words.serial)}</dt>
          <dd className="mono">{serial}</dd>
        </div>
        <div className="wide-fact">
          <dt>{t(words.fingerprint)}</dt>
          <dd className="mono">{fingerprint}</dd>
        </div>
      </dl>
    </li>
  )
}
