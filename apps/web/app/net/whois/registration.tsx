import type { ReactNode } from 'react'
import type { WhoisResult } from '@octet/core/probe/whois.ts'
import { CopyValue } from '../../ip/copy-value.tsx'
import { useText } from '../../lang.tsx'
import { whoisText as words } from '../../text/net-whois.ts'
import { SiteLink } from '../../ui/site-link.tsx'
import { Chip } from '../chip.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'

type RegistrationProps = { readonly result: WhoisResult; readonly label: (path: string) => string }

/** Everything a registry says of its object, in the order people look for it. */
export function Registration({ result, label }: RegistrationProps) {
  const t = useText()
  const { registrar, statuses, nameServers, isSigned, network, abuse, contacts, redactions, notes } = result
  return (
    <>
      {notes.map((note) => (
        <p key={note.en} className="whois-note">
          {t(note)}
        </p>
      ))}
      <dl className="whois-facts">
        {registrar && (
          <Fact name={label('registrar')}>
            {registrar.url ? (
              <a href={toWebUrl(registrar.url)} rel="noreferrer nofollow">
                {registrar.name ?? registrar.url}
              </a>
            ) : (
              (registrar.name ?? '–')
            )}{' '}
            {registrar.ianaId && <small>{t(words.iana, { id: registrar.ianaId })}</small>}
          </Fact>
        )}
        {network && <NetworkFacts network={network} label={label} />}
        {nameServers.length > 0 && (
          <Fact name={label('nameServers')}>
            <ul>
              {nameServers.map((name) => (
                <li key={name}>
                  <SiteLink to="/dnschaxun" search={{ name }} className="mono">
                    {name}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {isSigned !== null && (
          <Fact name="DNSSEC">
            <Chip tone={isSigned ? 'ok' : 'wait'}>{t(isSigned ? words.signed : words.unsigned)}</Chip>
          </Fact>
        )}
        {abuse && (abuse.email || abuse.phone) && (
          <Fact name={label('abuse')}>
            {[abuse.email, abuse.phone].map((value) => value && <CopyValue key={value} words={value} />)}
          </Fact>
        )}
        {redactions.length > 0 && <Fact name={label('redactions')}>{redactions.join(', ')}</Fact>}
      </dl>
      {statuses.length > 0 && (
        <section>
          <h2>{t(words.status)}</h2>
          <dl className="whois-status">
            {statuses.map(({ code, meaning }) => (
              <div key={code}>
                <dt className="mono">{code}</dt>
                <dd>{meaning ? t(meaning) : <span className="none">{t(words.noMeaning)}</span>}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {contacts.length > 0 && <Contacts contacts={contacts} label={label} />}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function NetworkFacts({ network, label }: { network: NonNullable<WhoisResult['network']>; label: (path: string) => string }) {
  const { range, cidrs, name, type, country, parent, originAs } = network
  return (
    <>
      <Fact name={label('network')}>
        {range && <CopyValue words={range} />}{' '}
        {cidrs.map((cidr) => (
          <CopyValue key={cidr} words={cidr} />
        ))}
        <small>{[name, type, country, parent && `← ${parent}`].filter(Boolean).join(' · ')}</small>
      </Fact>
      {originAs.length > 0 && (
        <Fact name={label('network.originAs')}>
          {originAs.map((asn) => (
            <SiteLink key={asn} to={`/asn/${asn}`}>
              AS{asn}
            </SiteLink>
          ))}
        </Fact>
      )}
    </>
  )
}

const COLUMNS = ['roles', 'name', 'organization', 'country', 'email', 'phone'] as const

function Contacts({ contacts, label }: { contacts: WhoisResult['contacts']; label: (path: string) => string }) {
  const columns = COLUMNS.filter((name) => contacts.some((contact) => contact[name]?.length))
  return (
    <section>
      <h2>{label('contacts')}</h2>
      <ScrollArea className="net-table" label={label('contacts')}>
        <table>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {label(`contacts.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {contacts.map((contact, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- contacts have no key of their own
              <tr key={index}>
                {columns.map((name) => (
                  <td key={name}>{name === 'roles' ? contact.roles.join(', ') : (contact[name] ?? '–')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  )
}

/** What a registry gives as a link is foreign text: only web addresses are followed. */
function toWebUrl(url: string): string {
  const whole = /^[a-z]+:\/\//i.test(url) ? url : `http://${url}`
  return /^https?:/i.test(whole) ? whole : '#'
}
