import type { DnsAnswer } from '@octet/core/probe/dns.ts'
import { useText } from '../../lang.tsx'
import { dnsText as words } from '../../text/net-dns.ts'
import { Chip } from '../chip.tsx'
import { toEmptyWords } from './empty-words.ts'
import { RecordSection, RecordTable, type Placed } from './record-table.tsx'

type AnswerListProps = {
  readonly answers: readonly DnsAnswer[]
  readonly failures: readonly { readonly type: string; readonly message: string }[]
  readonly places: readonly Placed[]
  readonly label: (path: string) => string
}

const FLAGS: Readonly<Record<string, (typeof words)['aa' | 'tc' | 'rd' | 'ra' | 'ad' | 'cd']>> = {
  aa: words.aa,
  tc: words.tc,
  rd: words.rd,
  ra: words.ra,
  ad: words.ad,
  cd: words.cd,
}

/** One answer whole; several types as one table, then which had nothing and which failed. */
export function AnswerList({ answers, failures, places, label }: AnswerListProps) {
  const t = useText()
  const [only] = answers
  const isOne = answers.length === 1 && failures.length === 0
  const found = answers.flatMap(({ answers }) => answers)
  const isAuthoritative = answers.some(({ flags }) => flags.includes('aa'))
  const empty = Map.groupBy(
    answers.filter(({ answers }) => answers.length === 0),
    ({ rcode }) => rcode,
  )
  return (
    <>
      {only && <AnswerHead answer={only} isOne={isOne} />}
      {found.length > 0 ? (
        <RecordTable title={t(words.answer)} records={found} places={places} label={label} isCached={!isAuthoritative} />
      ) : (
        isOne && only && <p>{t(toEmptyWords(only.rcode), { rcode: only.rcode })}</p>
      )}
      {isOne && only && (
        <>
          <RecordSection title={t(words.authority)} records={only.authorities} label={label} />
          <RecordSection
            title={t(words.additional)}
            records={only.additionals.filter(({ type }) => type !== 'OPT')}
            label={label}
          />
        </>
      )}
      {!isOne &&
        [...empty].map(([rcode, of]) => (
          <p key={rcode}>
            {t(toEmptyWords(rcode), { rcode })} {of.map(({ question }) => question.type).join(', ')}
          </p>
        ))}
      {failures.map(({ type, message }) => (
        <p key={type}>
          <Chip tone="bad" isLong>
            {t(words.failed, { type, reason: message })}
          </Chip>
        </p>
      ))}
    </>
  )
}

function AnswerHead({ answer, isOne }: { answer: DnsAnswer; isOne: boolean }) {
  const t = useText()
  const { server, transport, ms, sizeBytes, rcode, flags, wasTruncated, edns } = answer
  const who = server === 'system' ? t(words.system) : server
  return (
    <div className="net-head">
      {isOne && <Chip tone={rcode === 'NOERROR' ? 'ok' : rcode === 'NXDOMAIN' ? 'warn' : 'bad'}>{rcode}</Chip>}
      {isOne &&
        flags.map((flag) => {
          const word = FLAGS[flag.toLowerCase()]
          if (!word) return null // qr, which every answer has
          return (
            <Chip key={flag} tone="plain">
              <b>{flag.toLowerCase()}</b> {t(word)}
            </Chip>
          )
        })}
      {wasTruncated && <Chip tone="warn">{t(words.truncated)}</Chip>}
      {edns?.extendedErrors.map(({ code, text, extra }) => (
        <Chip key={code} tone="warn" isLong>
          {t(words.extended, { code, text: [text, extra].filter(Boolean).join(': ') })}
        </Chip>
      ))}
      <small>{t(words.by, { server: who, transport: transport.toUpperCase(), ms, size: sizeBytes })}</small>
    </div>
  )
}
