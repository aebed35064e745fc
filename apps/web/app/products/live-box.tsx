import { useCallback, useEffect, useState } from 'react'
import { useLang, useText } from '../lang.tsx'
import { askLive, toLiveWords, type LiveAnswer } from '../data/live-answer.ts'
import { productsText } from '../text/products.ts'
import { Button } from '../ui/button.tsx'
import type { ApiId } from './samples.ts'

const FIRST: Readonly<Record<ApiId, string>> = { geolocation: '8.8.8.8', privacy: '8.8.8.8', asn: 'AS13335' }
const PATHS: Readonly<Record<ApiId, string>> = { geolocation: '/v1/ip/', privacy: '/v1/privacy/', asn: '/v1/asn/' }

/** Asks this server as a program would, and shows what it says. */
export function LiveBox({ id }: { id: ApiId }) {
  const t = useText()
  const lang = useLang()
  const [query, setQuery] = useState(FIRST[id])
  const [answered, setAnswered] = useState<LiveAnswer>()
  const ask = useCallback(
    async (asked: string) => setAnswered(await askLive(PATHS[id] + encodeURIComponent(asked.trim() || FIRST[id]), lang)),
    [id, lang],
  )
  useEffect(() => void ask(FIRST[id]), [ask, id])
  return (
    <section className="data-live" aria-labelledby="product-live">
      <h2 id="product-live">{t(productsText.tryIt)}</h2>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          void ask(query)
        }}
      >
        <label>
          <span className="hidden">{t(id === 'asn' ? productsText.asnLabel : productsText.tryLabel)}</span>
          <code aria-hidden="true">GET {PATHS[id]}</code>
          <input value={query} onChange={(event) => setQuery(event.target.value)} autoComplete="off" spellCheck={false} />
        </label>
        <Button type="submit">{t(productsText.ask)}</Button>
      </form>
      <pre tabIndex={0}>
        <code>{answered ? answered.text || '–' : t(productsText.loading)}</code>
      </pre>
      <p className="quiet" role="status">
        {answered && t(toLiveWords(answered), answered)}
      </p>
    </section>
  )
}
