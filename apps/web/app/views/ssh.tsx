import '../net/net.css'
import './tls.css'
import './ssh.css'
import type { SshReport } from '@octet/core/probe/ssh.ts'
import { useText } from '../lang.tsx'
import { CheckList } from '../net/checks/check-list.tsx'
import { Chip } from '../net/chip.tsx'
import { useSchemaWords } from '../net/schema-words.ts'
import { TextOutput } from '../result/text-output.tsx'
import type { ToolState } from '../tool/view.ts'
import { CopyButton } from '../ui/copy-button.tsx'

const TONES = { good: 'ok', notice: 'warn', bad: 'bad' } as const

/** What is to be said of the server, its keys to compare, and what it offers by use. */
export function Result({ card, result, isRunning }: ToolState<object, SshReport>) {
  const t = useText()
  const { label, option } = useSchemaWords(card.output)
  if (!result) return null
  const { host, port, address, software, checks, keys, certificates = [], algorithms, knownHosts, sshfp } = result
  const uses = [...new Set(algorithms.map(({ use }) => use))]
  return (
    <div className="net-result ssh-result" aria-busy={isRunning}>
      <div className="net-head">
        <strong>{software}</strong>
        <span>
          {host}
          <wbr />:{port}
        </span>
        <span className="mono">{address}</span>
      </div>
      <section>
        <h2>{label('checks')}</h2>
        <CheckList checks={checks} />
      </section>
      {keys.length > 0 && (
        <section>
          <h2>{label('keys')}</h2>
          <ul className="tls-list">
            {keys.map(({ type, bits, sha256, isProven }) => (
              <li key={type}>
                <span>
                  {type} <small>{bits} bit</small>
                </span>
                <code className="ssh-print">{sha256}</code>
                <CopyButton isIconOnly text={sha256} subject={type} />
                {isProven && <Chip tone="ok">{label('keys.isProven')}</Chip>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {certificates.length > 0 && (
        <section>
          <h2>{label('certificates')}</h2>
          <ul className="tls-list">
            {certificates.map(({ type, id, principals, validTo, authority, isSigned }) => (
              <li key={type}>
                <span>
                  {type} <small>{[id, principals, validTo].filter(Boolean).join(' · ')}</small>
                </span>
                <code className="ssh-print">{authority}</code>
                <CopyButton isIconOnly text={authority} subject={label('certificates.authority')} />
                {isSigned && <Chip tone="ok">{label('certificates.isSigned')}</Chip>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="tls-more">
        {uses.map((use) => (
          <div key={use}>
            <h2>{option('algorithms.use', use)}</h2>
            <ul className="tls-list">
              {algorithms
                .filter((one) => one.use === use)
                .map(({ name, verdict, why }) => (
                  <li key={name}>
                    <span>
                      <code>{name}</code> {why && <small className="ssh-why">{t(why)}</small>}
                    </span>
                    {verdict !== 'good' && <Chip tone={TONES[verdict]}>{option('algorithms.verdict', verdict)}</Chip>}
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </section>
      {knownHosts && (
        <section>
          <h2>{label('knownHosts')}</h2>
          <TextOutput text={knownHosts} language="" label={label('knownHosts')} />
        </section>
      )}
      {sshfp && (
        <section>
          <h2>{label('sshfp')}</h2>
          <TextOutput text={sshfp} language="" label={label('sshfp')} />
        </section>
      )}
    </div>
  )
}
