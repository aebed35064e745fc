import { useCallback, useEffect, useId, useState } from 'react'
import type { Text } from '@octet/core/text.ts'
import { useLang, useText } from '../lang.tsx'
import { Button } from '../ui/button.tsx'
import { askLive, toLiveWords, type LiveAnswer } from './live-answer.ts'

type Props = {
  /** Path of the call before what is asked about. */
  readonly path: string
  /** What is asked about at first. */
  readonly first: string
  /** What nothing stands for. */
  readonly empty?: string
  readonly words: { readonly title: Text; readonly label: Text; readonly ask: Text }
  /** Shown until there is an answer. */
  readonly waiting: string
}

/** Asks this server as a program would, and shows what it says. */
export function LiveBox({ path, first, empty = first, words, waiting }: Props) {
  const t = useText()
  const lang = useLang()
  const id = useId()
  const [query, setQuery] = useState(first)
  const [answered, setAnswered] = useState<LiveAnswer>()
  const ask = useCallback(
    async (asked: string) => setAnswered(await askLive(path + encodeURIComponent(asked.trim() || empty), lang)),
    [path, empty, lang],
  )
  useEffect(() => void ask(first), [ask, first])
  return (
    <section className="data-live" aria-labelledby={id}>
      <h2 id={id}>{t(words.title)}</h2>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          void ask(query)
        }}
      >
        <label>
          <span className="hidden">{t(words.label)}</span>
          <code aria-hidden="true">GET {path}</code>
          <input value={query} onChange={(event) => setQuery(event.target.value)} autoComplete="off" spellCheck={false} />
        </label>
        <Button type="submit">{t(words.ask)}</Button>
      </form>
      <pre tabIndex={0}>
        <code>{answered ? answered.text || '–' : waiting}</code>
      </pre>
      <p className="quiet" role="status">
        {answered && t(toLiveWords(answered), answered)}
      </p>
    </section>
  )
}
