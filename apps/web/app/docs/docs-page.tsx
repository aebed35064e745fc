import '../data/data.css'
import './docs.css'
import type { ReactNode } from 'react'
import type { Text } from '@octet/core/text.ts'
import { Snippet } from '../ui/snippet.tsx'
import { useText } from '../lang.tsx'
import { dataText } from '../text/data-pages.ts'
import { guideText } from '../text/guides.ts'
import { siteText } from '../text/site.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { pagePaths } from '../page-files.ts'
import { KeyLink } from '../products/key-link.tsx'
import { ErrorTable } from './error-table.tsx'
import { GUIDE_LINKS } from './guide-links.ts'
import { KeyField } from './key-field.tsx'
import { Reference } from './reference.tsx'

const STARTS = [
  [dataText.startOwn, "curl $ORIGIN\ncurl '$ORIGIN/?format=json'\ncurl $ORIGIN/v1/ip/me"],
  [dataText.startOther, 'curl $ORIGIN/v1/ip/8.8.8.8\ncurl $ORIGIN/v1/ip/example.com'],
  [dataText.startSome, "curl '$ORIGIN/v1/ip/8.8.8.8?fields=country_code,city_name,ASN.asn&raw=1'"],
  [dataText.startKey, 'curl -H "Authorization: Bearer $KEY" $ORIGIN/v1/ip/8.8.8.8'],
  [dataText.startTool, 'curl $ORIGIN/v1/tools/case -d text=hello -d to=upper'],
] as const

const SECTIONS = [
  ['start', dataText.start],
  ['guides', guideText.guides],
  ['envelope', dataText.envelope],
  ['limits', dataText.limits],
  ['reference', dataText.reference],
  ['errors', dataText.errors],
] as const

const ENVELOPE = `{ "code": 200, "msg": "", "data": { "country_code": "US" } }

{ "code": 400,
  "msg": "Please enter any IPv4 or IPv6 address: …",
  "data": { "error": "bad_address", "resolution": "…" } }`

/** How to call the server: first steps, the form of answers, all errors, all calls. */
export function DocsPage() {
  const t = useText()
  return (
    <article className="wide data-page docs">
      <header>
        <h1>{t(dataText.docsTitle)}</h1>
        <p className="lead">{t(dataText.docsDescription)}</p>
        <p className="data-links">
          <KeyLink />
          <SiteLink to="/pricing" className="button plain">
            {t(siteText.pricing)}
          </SiteLink>
        </p>
      </header>
      <div className="docs-body">
        <nav className="docs-nav" aria-label={t(dataText.contents)}>
          <ul>
            {SECTIONS.map(([id, title]) => (
              <li key={id}>
                <a href={`#${id}`}>{t(title)}</a>
              </li>
            ))}
            <li>
              <a href="/openapi.json">{t(dataText.openApi)}</a>
            </li>
          </ul>
        </nav>
        <div className="docs-parts">
          <Part id="start" title={dataText.start} words={dataText.startWords}>
            <div className="data-calls">
              {STARTS.map(([label, code]) => (
                <div key={label.en}>
                  <p>{t(label)}</p>
                  <Snippet code={code} />
                </div>
              ))}
            </div>
          </Part>
          <Part id="guides" title={guideText.guides} words={guideText.guidesWords}>
            <ul className="docs-guides">
              {GUIDE_LINKS.filter(({ to }) => pagePaths.includes(to)).map(({ id, to, title }) => (
                <li key={id}>
                  <SiteLink to={to}>{t(title)}</SiteLink>
                </li>
              ))}
            </ul>
          </Part>
          <Part id="envelope" title={dataText.envelope} words={dataText.envelopeWords}>
            <Rules rules={dataText.envelopeRules} />
            <Snippet code={ENVELOPE} />
          </Part>
          <Part id="limits" title={dataText.limits} words={dataText.limitsWords}>
            <Rules rules={dataText.limitsRules} />
            <Snippet code="curl -sI $ORIGIN/v1/ip/8.8.8.8 | grep -i ratelimit" />
          </Part>
          <Part id="reference" title={dataText.reference} words={dataText.referenceWords}>
            <KeyField />
            <Reference />
          </Part>
          <Part id="errors" title={dataText.errors} words={dataText.errorsWords}>
            <ErrorTable />
          </Part>
        </div>
      </div>
    </article>
  )
}

function Rules({ rules }: { rules: readonly Text[] }) {
  const t = useText()
  return (
    <ul className="docs-rules">
      {rules.map((rule) => (
        <li key={rule.en}>{t(rule)}</li>
      ))}
    </ul>
  )
}

function Part({ id, title, words, children }: { id: string; title: Text; words: Text; children: ReactNode }) {
  const t = useText()
  return (
    <section id={id}>
      <h2>{t(title)}</h2>
      <p className="prose">{t(words)}</p>
      {children}
    </section>
  )
}
