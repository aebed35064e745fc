import type { DnsComparison } from '@octet/core/probe/dns.ts'
import { useText } from '../../lang.tsx'
import { dnsText as words } from '../../text/net-dns.ts'
import { Chip, type Tone } from '../chip.tsx'
import { Button } from '../../ui/button.tsx'
import { useTtlWords } from './use-ttl-words.ts'
import { isAgreed, type Repeat } from './use-until-agreed.ts'
import { ScrollArea } from '../../ui/scroll-area.tsx'

type Resolver = DnsComparison['resolvers'][number]
type CompareProps = {
  readonly comparison: DnsComparison
  /** Who was asked: the name servers of the zone, or public resolvers. */
  readonly isAuthority: boolean
  readonly repeat: Repeat
  readonly label: (path: string) => string
  readonly option: (path: string, value: string) => string
}

/** Who stands in a group has answered. */
const ANSWERED = ['name', 'server', 'ttl', 'ms'] as const
const OTHERS = ['name', 'server', 'state'] as const

type ResolverTableProps = Pick<CompareProps, 'isAuthority' | 'label' | 'option'> & {
  readonly columns: typeof ANSWERED | typeof OTHERS
  readonly title: string
  readonly resolvers: readonly Resolver[]
}

const TONES: Readonly<Record<Resolver['state'], Tone>> = { waiting: 'wait', answered: 'ok', failed: 'bad' }
const toLetter = (index: number) => String.fromCodePoint(65 + (index % 26))

/** The resolvers under what they answered: as many groups as there are opinions. */
export function CompareGroups({ comparison, isAuthority, repeat, label, option }: CompareProps) {
  const t = useText()
  const { resolvers, groups, isComplete } = comparison
  const answered = resolvers.filter(({ state }) => state === 'answered').length
  const others = resolvers.filter(({ group }) => group === null)
  return (
    <>
      <div className="net-head" role="status">
        <span>{t(isAuthority ? words.serversAnswered : words.compared, { answered, total: resolvers.length })}</span>
        {isComplete && groups.length > 0 && (
          <Chip tone={groups.length === 1 ? 'ok' : 'warn'}>
            {groups.length === 1 ? t(words.agree) : t(words.differ, { count: groups.length })}
          </Chip>
        )}
        {repeat.isGoing ? (
          <Button kind="ghost" icon="PlayerStop" onClick={repeat.stop}>
            {t(words.repeatStop)}
          </Button>
        ) : (
          isComplete &&
          !isAgreed(comparison) && (
            <Button kind="ghost" icon="Refresh" title={t(words.repeatHelp)} onClick={repeat.start}>
              {t(words.repeat)}
            </Button>
          )
        )}
      </div>
      {groups.map(({ values, rcode, count, isExpected }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- resolvers name their group by its place in the list
        <section key={index} className="dns-group">
          <div className="net-head">
            <strong>{t(words.group, { letter: toLetter(index) })}</strong>
            <span>{t(isAuthority ? words.serverCount : words.count, { count })}</span>
            {rcode !== 'NOERROR' && <Chip tone="warn">{rcode}</Chip>}
            {isExpected !== null && (
              <Chip tone={isExpected ? 'ok' : 'bad'}>{t(isExpected ? words.expected : words.unexpected)}</Chip>
            )}
          </div>
          <p className="mono dns-values">{values.length > 0 ? values.join('\n') : t(words.noValue)}</p>
          <ResolverTable
            columns={ANSWERED}
            title={t(words.group, { letter: toLetter(index) })}
            resolvers={resolvers.filter(({ group }) => group === index + 1)}
            {...{ isAuthority, label, option }}
          />
        </section>
      ))}
      {others.length > 0 && (
        <section className="dns-group">
          <div className="net-head">
            <strong>{t(words.withoutAnswer)}</strong>
          </div>
          <ResolverTable columns={OTHERS} title={t(words.withoutAnswer)} resolvers={others} {...{ isAuthority, label, option }} />
        </section>
      )}
    </>
  )
}

function ResolverTable({ columns, title, resolvers, isAuthority, label, option }: ResolverTableProps) {
  const t = useText()
  const toTtl = useTtlWords()
  const path = (name: string) => `comparison.resolvers.${name}`
  return (
    <ScrollArea className="net-table stacked" label={title}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {label(isAuthority && name === 'name' ? 'health.nameServers.name' : path(name))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {resolvers.map(({ id, name, server, country, state, ttl, ms, note }) => (
            <tr key={id}>
              <td className="whole-line">
                {name} {country && <small>{country}</small>}
              </td>
              <td className="mono">{server || '–'}</td>
              {columns === OTHERS ? (
                <td>
                  <Chip tone={TONES[state]}>{option(path('state'), state)}</Chip>
                  {note && <small>{t(note)}</small>}
                </td>
              ) : (
                <>
                  <td data-name={label(path('ttl'))}>{ttl === null ? '–' : toTtl(ttl)}</td>
                  <td data-name={label(path('ms'))}>
                    {ms === null ? '–' : `${ms} ms`}
                    {note && <small>{t(note)}</small>}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
