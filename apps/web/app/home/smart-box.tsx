import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { arrived } from '../arrived.ts'
import { useLang, useText } from '../lang.tsx'
import { toLocalPath } from '../locale.ts'
import { openSuggestion } from '../open-suggestion.ts'
import type { Place } from '../palette/searchable.ts'
import type { Suggestion } from '../suggest.ts'
import { homeText } from '../text/home.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { InstantAnswer } from './instant-answer.tsx'
import { useArrivals } from './use-arrivals.ts'

const DELAY_MS = 150
const MAX_SHOWN = 6
const TRY_THESE = ['8.8.8.8', '2606:4700:4700::1111', 'example.com', '10.0.0.0/8', '1767225600', '{"a":1}'] as const

const hasFile = ({ types }: DataTransfer): boolean => types.includes('Files')

/** What is offered for a text or a file: tools that take it, and what is called so. */
type Offer = { readonly suggestions: readonly Suggestion[]; readonly named: readonly Place[] }

/**
 * One box for everything: it tells what was pasted, offers the tools that take it, and shows the answer where it is instant.
 * Words lead to the tools that are called so.
 */
export function SmartBox() {
  const t = useText()
  const lang = useLang()
  const router = useRouter()
  const [text, setText] = useState('')
  const [offer, setOffer] = useState<Offer>()
  const asked = useRef('')

  useEffect(() => {
    asked.current = text
    if (text.trim() === '') {
      setOffer(undefined)
      return undefined
    }
    const timer = setTimeout(async () => {
      const found = await findOffer(text)
      if (asked.current === text) setOffer(found)
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])

  const take = async (file: File | undefined) => {
    if (!file) return
    setText('')
    asked.current = ''
    const { suggestForFile } = await arrived(import('../suggest.ts'))
    const suggestions = await suggestForFile(file)
    if (asked.current === '') setOffer({ suggestions, named: [] })
  }
  useArrivals((given) => {
    if (typeof given === 'string') setText(given)
    else void take(given)
  })
  const open = async () => {
    if (text.trim() === '' && !offer) return
    const { suggestions, named } = offer ?? (await findOffer(text))
    if (suggestions[0]) await openSuggestion(router, suggestions[0])
    else if (named[0]) await router.navigate({ to: named[0].route })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is an extra; the button does the same
    <div
      className="smart"
      onDragOver={(event) => hasFile(event.dataTransfer) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFile(event.dataTransfer)) return
        event.preventDefault()
        void take(event.dataTransfer.files[0])
      }}
    >
      <form
        className="smart-box"
        role="search"
        action={toLocalPath('/ipdizhi', lang)}
        data-held // until the scripts have come: only where none do it is sent
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
          onPaste={(event) => {
            // What came with a text, as cells of a table do, is meant as one.
            if (event.clipboardData.types.includes('text/plain') || !event.clipboardData.files[0]) return
            event.preventDefault()
            void take(event.clipboardData.files[0])
          }}
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
      <SmartAnswer offer={offer} onTry={setText} onFile={(file) => void take(file)} />
    </div>
  )
}

type SmartAnswerProps = {
  /** Undefined while nothing has been typed. */
  readonly offer: Offer | undefined
  readonly onTry: (word: string) => void
  readonly onFile: (file: File | undefined) => void
}

/** What the text is taken for, its answer where that is instant, and the tools for it; words to try while there is none. */
function SmartAnswer({ offer, onTry, onFile }: SmartAnswerProps) {
  const t = useText()
  const router = useRouter()
  const { suggestions = [], named = [] } = offer ?? {}
  const [best] = suggestions
  return (
    <div className="smart-answer" aria-live="polite">
      {offer === undefined ? (
        <p className="try">
          <span>{t(homeText.tryThese)}</span>
          {TRY_THESE.map((word) => (
            <button key={word} type="button" className="link mono" onClick={() => onTry(word)}>
              {word}
            </button>
          ))}
          <FileButton onFile={onFile}>{t(homeText.file)}</FileButton>
        </p>
      ) : best || named.length > 0 ? (
        <>
          <p className="seen">
            {best ? (
              <>
                {t(homeText.seen)} <strong>{t(best.kindTitle)}</strong>
                {best.note && <span> · {t(best.note)}</span>}
                {best.isOfFile && <FileButton onFile={onFile}>{t(homeText.otherFile)}</FileButton>}
              </>
            ) : (
              t(homeText.named)
            )}
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
            {named.slice(0, Math.max(0, MAX_SHOWN - suggestions.length)).map(({ id, icon, title, route }) => (
              <li key={id}>
                <button type="button" onClick={() => void router.navigate({ to: route })}>
                  <Icon name={icon} />
                  <span>{t(title)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="quiet">{t(homeText.noTool)}</p>
      )}
    </div>
  )
}

type FileButtonProps = Pick<SmartAnswerProps, 'onFile'> & { readonly children: string }

function FileButton({ onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input ref={input} type="file" hidden onChange={(event) => onFile(event.target.files?.[0])} />
      <button type="button" className="link" onClick={() => input.current?.click()}>
        {children}
      </button>
    </>
  )
}

async function findOffer(text: string): Promise<Offer> {
  const [{ suggestFor, suggestForAny }, { findNamed }] = await Promise.all([
    arrived(import('../suggest.ts')),
    arrived(import('./find-named.ts')),
  ])
  const suggestions = await suggestFor(text)
  const named = findNamed(text, suggestions)
  return { suggestions: suggestions.length + named.length > 0 ? suggestions : suggestForAny(text), named }
}
