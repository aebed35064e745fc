import '../data/data.css'
import './products.css'
import { useState } from 'react'
import { useText } from '../lang.tsx'
import { pagePaths } from '../page-files.ts'
import { Snippet } from '../ui/snippet.tsx'
import { productsText, type ApiText } from '../text/products.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { toSamples, type ApiId } from './samples.ts'
import { KeyLink } from './key-link.tsx'
import { LiveBox } from '../data/live-box.tsx'
import { OtherProducts } from './other-products.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** What is asked in the box of each API. */
const LIVE: Readonly<Record<ApiId, { readonly path: string; readonly first: string }>> = {
  geolocation: { path: '/v1/ip/', first: '8.8.8.8' },
  privacy: { path: '/v1/privacy/', first: '8.8.8.8' },
  asn: { path: '/v1/asn/', first: 'AS13335' },
}

const toBoxWords = (id: ApiId) => ({
  title: productsText.tryIt,
  label: id === 'asn' ? productsText.asnLabel : productsText.tryLabel,
  ask: productsText.ask,
})

/** One API: what it says, a live answer of this server, its fields, how it is called, and what it cannot know. */
export function ProductPage({ id }: { id: ApiId }) {
  const t = useText()
  const text: ApiText = productsText[id]
  return (
    <article className="wide data-page product">
      <header>
        <h1>{t(text.title)}</h1>
        <p className="lead">{t(text.lead)}</p>
        <ProductLinks docs={`/docs/${id}`} />
      </header>
      <div className="product-columns">
        <section aria-labelledby="product-uses">
          <h2 id="product-uses">{t(productsText.uses)}</h2>
          <ul className="product-uses">
            {text.uses.map((use) => (
              <li key={use.en}>{t(use)}</li>
            ))}
          </ul>
          <h2>{t(productsText.limits)}</h2>
          <p className="prose">{t(text.limits)}</p>
        </section>
        <LiveBox {...LIVE[id]} words={toBoxWords(id)} waiting={t(productsText.loading)} />
      </div>
      <section>
        <h2>{t(productsText.fields)}</h2>
        <ScrollArea className="product-scroll" label={t(productsText.fields)}>
          <table className="product-table">
            <thead>
              <tr>
                <th scope="col">{t(productsText.field)}</th>
                <th scope="col">{t(productsText.meaning)}</th>
              </tr>
            </thead>
            <tbody>
              {text.fields.map(([name, meaning]) => (
                <tr key={name}>
                  <td>
                    <code>{name}</code>
                  </td>
                  <td>{t(meaning)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      </section>
      <Code id={id} />
      <OtherProducts own={id} />
    </article>
  )
}

/** To the first key, to the documentation of the product where there is one, and to the prices. */
export function ProductLinks({ docs }: { docs: string }) {
  const t = useText()
  return (
    <p className="data-links">
      <KeyLink />
      <SiteLink to={pagePaths.includes(docs) ? docs : '/docs'} className="button plain">
        {t(productsText.docs)}
      </SiteLink>
      <SiteLink to="/pricing" className="button plain">
        {t(productsText.pricing)}
      </SiteLink>
    </p>
  )
}

function Code({ id }: { id: ApiId }) {
  const t = useText()
  const [active, setActive] = useState('curl')
  const tabs = toSamples(id).map(({ name, code }) => ({ id: name, label: name, content: <Snippet code={code} /> }))
  return (
    <section aria-labelledby="product-code">
      <h2 id="product-code">{t(productsText.code)}</h2>
      <p className="prose">{t(productsText.codeHelp)}</p>
      <Tabs label={t(productsText.copyCode)} tabs={tabs} active={active} onChange={setActive} />
    </section>
  )
}
