import { useEffect, useState } from 'react'
import type { Text } from '@octet/core/text.ts'
import { toDayTime } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { updateText } from '../text/update-panel.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

type Feed = {
  readonly last_update: {
    readonly ended_at: string
    readonly build: string | null
    readonly error: string | null
    readonly updated: number
    readonly unchanged: number
    readonly refused: number
    readonly unreachable: number
  } | null
  readonly sources: readonly {
    readonly id: string
    readonly title: Text
    readonly cadence: string | null
    readonly age_days: number | null
    readonly checked_at: string | null
    readonly last_error: { readonly reason: string } | null
  }[]
}

/** How the last update went, and the sources that are fetched: how old their data is and what went wrong last. */
export function UpdatePanel() {
  const t = useText()
  const lang = useLang()
  const feed = useFeed()
  if (!feed) return null
  const { last_update: last, sources } = feed
  const fetched = sources.filter(({ checked_at: checked }) => checked !== null)
  return (
    <section>
      <h2>{t(updateText.title)}</h2>
      {last ? (
        <p className="prose">
          {t(updateText.last, { time: toDayTime(last.ended_at, lang), result: toResult(last, t) })}
          {last.updated + last.unchanged + last.refused + last.unreachable > 0 && ` · ${t(updateText.counts, last)}`}
        </p>
      ) : (
        <p className="prose">{t(updateText.never)}</p>
      )}
      {fetched.length > 0 && (
        <ScrollArea className="table-scroll framed" label={t(updateText.title)}>
          <table>
            <thead>
              <tr>
                {[updateText.source, updateText.age, updateText.checked, updateText.problem].map((label) => (
                  <th key={label.en} scope="col">
                    {t(label)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {fetched.map(({ id, title, age_days: days, checked_at: checked, last_error: error }) => (
                <tr key={id}>
                  <td>{t(title)}</td>
                  <td>{days === null ? '–' : t(updateText.days, { days })}</td>
                  <td>{checked ? toDayTime(checked, lang) : '–'}</td>
                  <td>{error?.reason ?? ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </section>
  )
}

function toResult({ build, error }: NonNullable<Feed['last_update']>, t: ReturnType<typeof useText>): string {
  if (error !== null) return t(updateText.failed, { reason: error })
  return build === null ? t(updateText.nothingNew) : t(updateText.newBuild, { build })
}

/** Undefined while it is asked for, and when it cannot be had: the page says in its own words whether the server answers. */
function useFeed(): Feed | undefined {
  const [feed, setFeed] = useState<Feed>()
  useEffect(() => {
    const stop = new AbortController()
    fetch('/v1/data/sources', { signal: stop.signal })
      .then(async (answer) => (answer.ok ? ((await answer.json()) as { data: Feed }).data : undefined))
      .then(setFeed, () => {})
    return () => stop.abort()
  }, [])
  return feed
}
