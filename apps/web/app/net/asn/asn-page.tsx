import '../net.css'
import './asn.css'
import { useRouter } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { Lang } from '@octet/core/text.ts'
import { FormFailure } from '../../account/form-failure.tsx'
import { TryAgain } from '../../account/waiting.tsx'
import { fetchData } from '../../api/fetch-data.ts'
import { findTool } from '../../catalogue.ts'
import { useLang, useText } from '../../lang.tsx'
import { toUsageWords } from '../../ip/usage-words.ts'
import { asnText as words } from '../../text/net-asn.ts'
import { toTextFile } from '../../tool/download.ts'
import { saveFile } from '../../tool/result-actions.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SiteLink } from '../../ui/site-link.tsx'
import { Stat } from '../stat.tsx'
import { Neighbours } from './neighbours.tsx'
import { PartList } from './part-list.tsx'
import { RoutingPanel } from './routing-panel.tsx'
import { fetchAllPrefixes, useNetwork, usePrefixes, type Asked, type Family, type Network } from './use-asn.ts'
import { Flag } from '../../ui/flag.tsx'

/** An autonomous system: who runs it, how large it is, what it announces, and what nobody here knows of it. */
export function AsnPage({ data: { asn } }: { data: { asn: string } }) {
  const { asked, again } = useNetwork(asn)
  const network = asked?.data
  return (
    <article className="wide asn-page">
      <header className="asn-head">
        <div>
          <h1>AS{asn}</h1>
          <p className="lead">{network?.name ?? '\u00a0'}</p>
        </div>
        <AsnForm key={asn} asn={asn} />
      </header>
      {network ? <Facts network={network} /> : <NoNetwork asked={asked} again={again} />}
      {asked && findTool('routing') && <RoutingPanel key={asn} asn={asn} />}
      {network && <Announced network={network} />}
      {network && <Neighbours network={network} />}
      {network && <Missing network={network} />}
    </article>
  )
}

/** Before the AS has come, and in place of one that the data do not have or that could not be had. */
function NoNetwork({ asked, again }: Pick<ReturnType<typeof useNetwork>, 'asked' | 'again'>) {
  const t = useText()
  if (!asked)
    return (
      <p role="status" className="quiet awaited">
        {t(words.loading)}
      </p>
    )
  if (asked.code === 404)
    return (
      <p role="alert" className="quiet">
        {asked.msg}
      </p>
    )
  return <TryAgain failure={{ msg: asked.msg, resolution: '' }} isLoading={false} reload={again} />
}

function AsnForm({ asn }: { asn: string }) {
  const t = useText()
  const router = useRouter()
  const lang = useLang()
  const [text, setText] = useState(`AS${asn}`)
  const [failure, setFailure] = useState('')
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure('')
    const wanted = text.trim().replace(/^as/i, '')
    const { data, msg } = /^\d+$/.test(wanted) ? { data: { asn: wanted }, msg: '' } : await findNetworkOf(wanted, lang)
    if (data) void router.navigate({ to: `/asn/${data.asn}` })
    else setFailure(msg)
  }
  return (
    <form method="dialog" className="asn-form" onSubmit={(event) => void onSubmit(event)}>
      <label>
        <span className="hidden">{t(words.find)}</span>
        <input value={text} placeholder={t(words.find)} onChange={(event) => setText(event.target.value)} />
      </label>
      <Button type="submit" icon="Search">
        {t(words.go)}
      </Button>
      <FormFailure words={failure} />
    </form>
  )
}

/** The countries with most addresses, such as `Canada 66%, United States 8%`. */
function toShares(countries: Network['countries'], lang: Lang): string {
  const names = new Intl.DisplayNames([lang], { type: 'region' })
  const percent = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 })
  const parts = countries.slice(0, 3).map(({ country_code: code, share }) => `${names.of(code)} ${percent.format(share)}`)
  return parts.join(lang === 'zh' ? '、' : ', ')
}

/** The AS that announces an address. */
const findNetworkOf = (address: string, lang: Lang): Promise<Asked<Network>> =>
  fetchData<Network>(`/v1/asn/${encodeURIComponent(address)}`, { lang })

function Facts({ network }: { network: Network }) {
  const t = useText()
  const lang = useLang()
  const { asn, organization, domain, usage_type: usage, country_code: country, source, build } = network
  const { handle, registered_in: registeredIn, allocated, role } = network
  const usageWords = toUsageWords(usage)
  const toName = (code: string) => new Intl.DisplayNames([lang], { type: 'region' }).of(code)
  return (
    <section className="net-panel">
      <h2>{t(words.facts)}</h2>
      <dl className="net-stats">
        <Stat label={t(words.addresses)} value={network.num_ips.toLocaleString('en')} />
        <Stat label={t(words.networks4)} value={network.num_prefixes.toLocaleString('en')} />
        <Stat label={t(words.networks6)} value={network.num_prefixes6.toLocaleString('en')} />
      </dl>
      <dl className="asn-facts">
        <Fact label={t(words.organization)}>{organization ?? '–'}</Fact>
        {domain && <Fact label={t(words.domain)}>{domain}</Fact>}
        <Fact label={t(words.usage)}>{usageWords ? t(usageWords) : '–'}</Fact>
        <Fact label={t(words.country)}>
          {country ? (
            <span className="net-place">
              <Flag code={country} />
              {toName(country)}
            </span>
          ) : (
            '–'
          )}
          {country && <small>{t(words.countryHelp, { list: toShares(network.countries, lang) })}</small>}
        </Fact>
        {handle && <Fact label={t(words.handle)}>{handle}</Fact>}
        {registeredIn && (
          <Fact label={t(words.registration)}>
            <span className="net-place">
              <Flag code={registeredIn} />
              {toName(registeredIn)}
            </span>
            {allocated && <small>{t(words.since, { day: allocated })}</small>}
          </Fact>
        )}
        {role && <Fact label={t(words.role)}>{t(words.roles[role])}</Fact>}
        <Fact label={t(words.build)}>
          {build} {source && <small>{t(words.source, { id: source.id, date: source.date ?? '–' })}</small>}
        </Fact>
      </dl>
      <nav className="asn-links">
        <SiteLink to="/ip/ranges" search={{ owner: `AS${asn}` }}>
          <Icon name="ListDetails" size={16} />
          {t(words.formats)}
        </SiteLink>
        <SiteLink to="/whios" search={{ target: `AS${asn}` }}>
          <Icon name="FileCertificate" size={16} />
          {t(words.whois)}
        </SiteLink>
        <SiteLink to="/ip/routing" search={{ target: `AS${asn}` }}>
          <Icon name="Sitemap" size={16} />
          {t(words.routing)}
        </SiteLink>
      </nav>
    </section>
  )
}

function Announced({ network }: { network: Network }) {
  const t = useText()
  const { asn } = network
  return (
    <section className="net-panel">
      <header>
        <h2>{t(words.prefixes)}</h2>
        <Downloads network={network} />
      </header>
      <p>{t(words.prefixesHelp)}</p>
      <div className="asn-lists">
        <PrefixList asn={String(asn)} family="ipv4" total={network.num_prefixes} title={t(words.networks4)} />
        <PrefixList asn={String(asn)} family="ipv6" total={network.num_prefixes6} title={t(words.networks6)} />
      </div>
    </section>
  )
}

function Missing({ network: { missing } }: { network: Network }) {
  const t = useText()
  return (
    <section className="net-panel">
      <h2>{t(words.missing)}</h2>
      <ul className="asn-missing">
        {Object.entries(missing).map(([name, { note }]) => (
          <li key={name}>
            <strong>{t(words.missingNames[name as keyof typeof words.missingNames] ?? { en: name, zh: name })}</strong> {t(note)}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

function Downloads({ network: { asn, build } }: { network: Network }) {
  const t = useText()
  const lang = useLang()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const save = async (kind: 'txt' | 'json') => {
    setBusy(true)
    setFailure('')
    const { data: prefixes, msg } = await fetchAllPrefixes(String(asn), lang)
    setBusy(false)
    if (!prefixes) return setFailure(msg)
    const text = kind === 'txt' ? `${prefixes.join('\n')}\n` : JSON.stringify({ asn, build, prefixes }, undefined, 2)
    saveFile(toTextFile(`AS${asn}`, text, kind))
  }
  return (
    <span className="asn-downloads">
      {t(words.download)}
      {(['txt', 'json'] as const).map((kind) => (
        <Button key={kind} icon="Download" isBusy={isBusy} onClick={() => void save(kind)}>
          {kind.toUpperCase()}
        </Button>
      ))}
      {failure && (
        <span className="field-error" role="alert">
          {failure}
        </span>
      )}
    </span>
  )
}

function PrefixList({ asn, family, total, title }: { asn: string; family: Family; total: number; title: string }) {
  const { list, more } = usePrefixes(asn, family)
  return (
    <PartList title={title} total={total} list={list} more={more} className="asn-prefixes mono">
      {(cidr) => (
        <li key={cidr}>
          <SiteLink to="/ipdizhi" search={{ ip: cidr.split('/')[0] ?? '' }}>
            {cidr}
          </SiteLink>
        </li>
      )}
    </PartList>
  )
}
