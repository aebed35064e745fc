import { useEffect, useState } from 'react'
import cards from 'virtual:octet/cards'
import { toPlace } from '../catalogue.ts'
import { useLang, useText } from '../lang.tsx'
import { toSuggestedInput } from '../open-suggestion.ts'
import { ResultView } from '../result/result-view.tsx'
import type { Suggestion } from '../suggest.ts'
import { runHere } from '../worker/run-here.ts'

/** Nobody waits longer for what was not asked for. On a slow line and a slow phone the code of the tool takes most of it. */
const MAX_WAIT_MS = 30_000

/** A larger file is read by the tool's own page. */
const MOST_BYTES = 16_000_000

type Answer = { readonly title: Suggestion['row']['title']; readonly schema: unknown; readonly value: unknown }

/** The answer of the best tool that runs in the browser, below the box. */
export function InstantAnswer({ suggestions }: { suggestions: readonly Suggestion[] }) {
  const t = useText()
  const lang = useLang()
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    const controller = new AbortController()
    setAnswer(undefined)
    const best = suggestions.find(({ row, file }) => toPlace(row) === 'here' && (file?.size ?? 0) <= MOST_BYTES)
    if (best)
      void answerHere(best, lang, AbortSignal.any([controller.signal, AbortSignal.timeout(MAX_WAIT_MS)])).then(
        (found) => controller.signal.aborted || setAnswer(found),
      )
    return () => controller.abort(new DOMException('', 'AbortError'))
  }, [suggestions, lang])
  if (!answer) return null
  return (
    <section className="instant">
      <h2>{t(answer.title)}</h2>
      <ResultView schema={answer.schema} value={answer.value} />
    </section>
  )
}

async function answerHere(suggestion: Suggestion, lang: 'en' | 'zh', signal: AbortSignal): Promise<Answer | undefined> {
  const card = await cards[suggestion.id]?.()
  const { code, data } = await runHere(suggestion.id, await toSuggestedInput(suggestion), { lang, signal, onValue: () => {} })
  return code === 200 && card ? { title: suggestion.row.title, schema: card.default.output, value: data } : undefined
}
