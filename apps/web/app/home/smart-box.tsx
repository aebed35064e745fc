import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { arrived } from '../arrived.ts'
import { useText } from '../lang.tsx'
import { openSuggestion } from '../open-suggestion.ts'
import type { Suggestion } from '../suggest.ts'
import { homeText } from '../text/home.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { InstantAnswer } from './instant-answer.tsx'

const DELAY_MS = 150
const MAX_SHOWN = 6
const TRY_THESE = ['8.8.8.8', '2606:4700:4700::1111', 'example.com', '10.0.0.0/8', '1767225600', '{"a":1}'] as const

/** One box for everything: it tells what was pasted, offers the tools that take it, and shows the answer where it is instant. */
export function SmartBox() {
  const t = useText()
  const router = useRouter()
  const [text, setText] = useState('')
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>()
  const asked = useRef('')

  useEffect(() => {
    asked.current = text
    if (text.trim() === '') {
      setSuggestions(undefined)
      return undefined
    }
    const timer = setTimeout(async () => {
      const { suggestFor } = await arrived(import('../suggest.ts'))
      const found = await suggestFor(text)
      if (asked.current === text) setSuggestions(found)
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])

  const open = async () => {
    const { suggestFor } = await arrived(import('../suggest.ts'))
    const [first] = suggestions ?? (await suggestFor(text))
    if (first) await openSuggestion(router, first)
  }
  const [best] = suggestions ?? []
  return (
    <div className="smart">
      <form
        className="smart-box"
        role="search"
        action="/ipdizhi"
        onSubmit={(event) => {
          event.preventDefault()
          void open()
        }}
      >
        <label className="hidden" htmlFor="smart">
          {t(homeText.boxLabel)}
        </label>
        <textarea
          id="smart"
          name="ip"
          rows={1}
          value={text}
          placeholder={t(homeText.box)}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            void open()
          }}
        />
        <Button kind="primary" type="submit">
          {t(homeText.go)}
        </Button>
      </form>
      <div className="smart-answer" aria-live="polite">
        {suggestions === undefined ? (
          <p className="try">
            <span>{t(homeText.tryThese)}</span>
            {TRY_THESE.map((word) => (
              <button key={word} type="button" className="link mono" onClick={() => setText(word)}>
                {word}
              </button>
            ))}
          </p>
        ) : best ? (
          <>
            <p className="seen">
              {t(homeText.seen)} <strong>{t(best.kindTitle)}</strong>
              {best.note && <span> · {t(best.note)}</span>}
            </p>
            <InstantAnswer suggestions={suggestions} />
            <ul className="suggestions">
              {suggestions.slice(0, MAX_SHOWN).map((suggestion) => (
                <li key={suggestion.id}>
                  <button type="button" onClick={() => void openSuggestion(router, suggestion)}>
                    <Icon name={suggestion.row.icon} />
                    <span>{t(suggestion.row.title)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className="quiet">{t(homeText.noTool)}</p>
        )}
      </div>
    </div>
  )
}
