import './data.css'
import { findTool } from '../catalogue.ts'
import { useDataReport } from '../ip/data-report.ts'
import { useText } from '../lang.tsx'
import { pagePaths } from '../page-files.ts'
import { dataText } from '../text/data-pages.ts'
import { KeyLink } from '../products/key-link.tsx'
import { LiveBox } from './live-box.tsx'
import { OtherProducts } from '../products/other-products.tsx'
import { ipText } from '../text/ip.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { Snippet } from '../ui/snippet.tsx'

const FIELDS = [
  [dataText.fieldsPlace, dataText.fieldsPlaceWords],
  [dataText.fieldsNetwork, dataText.fieldsNetworkWords],
  [dataText.fieldsTime, dataText.fieldsTimeWords],
  [dataText.fieldsPrivacy, dataText.fieldsPrivacyWords],
  [dataText.fieldsProof, dataText.fieldsProofWords],
  [dataText.fieldsSpecial, dataText.fieldsSpecialWords],
] as const

const CALLS = [
  [dataText.callOne, "curl $ORIGIN/v1/ip/8.8.8.8\ncurl '$ORIGIN/v1/ip/8.8.8.8?fields=country_code,ASN&format=yaml'"],
  [dataText.callField, 'curl $ORIGIN/v1/ip/8.8.8.8/country_code'],
  [
    dataText.callMany,
    "curl '$ORIGIN/v1/ip/batch?format=csv' -H 'content-type: text/plain' \\\n  --data-binary @addresses.txt > places.csv",
  ],
  [
    dataText.callRanges,
    "curl '$ORIGIN/v1/ranges/country/SG?format=nftables&family=ipv4'\ncurl '$ORIGIN/v1/ranges/asn/13335?format=text'",
  ],
] as const

/** The data service: what a record holds, a live answer, and what it does not claim. */
export function DataPage() {
  const t = useText()
  return (
    <article className="wide data-page">
      <div className="data-top">
        <header>
          <h1>{t(dataText.dataTitle)}</h1>
          <p className="lead">{t(dataText.dataDescription)}</p>
          <p className="prose">{t(dataText.dataLead)}</p>
          <Figures />
          <p className="data-links">
            <KeyLink />
            {pagePaths.includes('/docs') && (
              <SiteLink to="/docs" className="button plain">
                {t(dataText.seeDocs)}
              </SiteLink>
            )}
            {pagePaths.includes('/status') && (
              <SiteLink to="/status" className="button plain">
                {t(dataText.seeStatus)}
              </SiteLink>
            )}
            {findTool('ip-batch') && (
              <SiteLink to="/ipbatch" className="button plain">
                {t(dataText.seeBatch)}
              </SiteLink>
            )}
          </p>
        </header>
        <LiveBox path="/v1/ip/" first="8.8.8.8" empty="me" words={LIVE_WORDS} waiting={SHAPE} />
      </div>
      <section>
        <h2>{t(dataText.fields)}</h2>
        <ul className="data-fields">
          {FIELDS.map(([title, words]) => (
            <li key={title.en}>
              <h3>{t(title)}</h3>
              <p>{t(words)}</p>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t(dataText.calls)}</h2>
        <div className="data-calls">
          {CALLS.map(([label, code]) => (
            <div key={label.en}>
              <p>{t(label)}</p>
              <Snippet code={code} />
            </div>
          ))}
        </div>
      </section>
      <OtherProducts />
      <section>
        <h2>{t(dataText.honesty)}</h2>
        <p className="prose">{t(dataText.honestyWords)}</p>
        <p className="quiet">
          <a href="https://db-ip.com">{t(ipText.attribution)}</a>
        </p>
      </section>
    </article>
  )
}

/** What lies on this server at this moment. */
function Figures() {
  const t = useText()
  const report = useDataReport()
  const newest = report?.sources.map(({ date }) => date ?? '').reduce((a, b) => (a > b ? a : b), '')
  const figures = [
    [report?.rows ? (report.rows.v4 + report.rows.v6).toLocaleString('en') : '–', dataText.rangesInAll],
    [report ? report.sources.length : '–', dataText.sourcesInAll],
    [newest || '–', dataText.newest],
  ] as const
  return (
    <ul className="data-figures" aria-label={t(dataText.liveNumbers)}>
      {figures.map(([figure, label]) => (
        <li key={label.en}>
          <strong>{figure}</strong>
          <span>{t(label)}</span>
        </li>
      ))}
    </ul>
  )
}

const LIVE_WORDS = { title: dataText.tryIt, label: dataText.tryLabel, ask: dataText.tryGo }

const SHAPE = `{
  "code": 200,
  "msg": "",
  "data": {
    "ip": …,
    "country_code": …, "country_name": …, "region_name": …, "city_name": …,
    "latitude": …, "longitude": …, "accuracy_radius": …,
    "ASN": { "asn": …, "asn_name": …, "organization": …, "usage_type": … },
    "time_zone": { "name": …, "offset": …, "current_time": … },
    "currency": { "code": …, "name": …, "symbol": … },
    "proxy_data": { "is_vpn": …, "is_tor": …, "is_hosting": … },
    "network": …, "start_ip": …, "end_ip": …,
    "sources": [ { "id": …, "date": …, "fields": [ … ] } ],
    "missing": { … },
    "build": …
  }
}`
