import { useEffect, useRef, useState } from 'react'
import { arrived } from '../arrived.ts'
import type { Editor } from './code-mirror.ts'

/** A text on an idle page gets its editor after this long; the focus, a key or a pointer on the field gets it at once. */
const IDLE_MS = 1200
/** Longer texts stay in a plain field: highlighting them would hold up the page. */
const MAX_EDITOR_CHARS = 2_000_000
/** A result shows so much of itself until the editor is there: browsers lay out every line of a field, seen or not. */
const MAX_WAITING_CHARS = 20_000

type CodeEditorProps = {
  readonly id?: string
  readonly name?: string
  readonly label: string
  readonly language: string
  readonly value: string
  readonly placeholder?: string
  readonly isReadOnly?: boolean
  readonly 'aria-describedby'?: string | undefined
  readonly onChange?: (text: string) => void
  /** A place the cursor is put at, counted from 1; a new object goes there again. */
  readonly goTo?: { readonly line: number; readonly column: number } | undefined
}

/** A text field that becomes an editor once it is used, or has a text and the page is at rest. It is complete without it. */
export function CodeEditor({
  label,
  language,
  value,
  placeholder = '',
  isReadOnly = false,
  onChange,
  goTo,
  ...rest
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(undefined)
  /** Until a word is written that an input method is putting together: to take its field away would lose it. */
  const composing = useRef<Promise<unknown>>(undefined)
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  const [isWanted, setWanted] = useState(false)
  const [isMounted, setMounted] = useState(false)
  const isTooLong = value.length > MAX_EDITOR_CHARS
  const isEmpty = value === ''

  useEffect(() => {
    // It may have been given before anyone here could hear of it.
    if (host.current?.contains(document.activeElement)) setWanted(true)
  }, [])
  useEffect(() => {
    if (isEmpty) return undefined // most who come never type: to fetch and run an editor for nothing holds their phone up
    const timer = setTimeout(setWanted, IDLE_MS, true)
    return () => clearTimeout(timer)
  }, [isEmpty])
  useEffect(() => {
    if (!isWanted || isTooLong) return undefined
    let isGone = false
    void arrived(import('./code-mirror.ts')).then(async ({ createEditor }) => {
      while (composing.current) await composing.current
      if (isGone || !host.current) return
      const hadFocus = host.current.contains(document.activeElement)
      const { selectionStart = 0, selectionEnd = 0 } = host.current.querySelector('textarea') ?? {}
      editor.current = createEditor({
        parent: host.current,
        label,
        language,
        placeholder,
        isReadOnly,
        text: latest.current.value,
        selection: [selectionStart, selectionEnd],
        onChange: (text) => latest.current.onChange?.(text),
      })
      setMounted(true)
      if (hadFocus) editor.current.focus()
    })
    return () => {
      isGone = true
      editor.current?.destroy()
      editor.current = undefined
      setMounted(false)
    }
  }, [isWanted, isTooLong, label, language, placeholder, isReadOnly])
  useEffect(() => {
    editor.current?.setText(value)
  }, [value])
  useEffect(() => {
    if (goTo) editor.current?.goTo(goTo.line, goTo.column)
  }, [goTo])

  const want = () => setWanted(true)

  return (
    <div
      className="code"
      ref={host}
      onFocus={want}
      onPointerDown={want}
      onKeyDown={want}
      onCompositionStart={({ currentTarget }) => {
        composing.current = waitForWord(currentTarget).then(() => (composing.current = undefined))
      }}
    >
      {!isMounted && (
        <textarea
          {...rest}
          className="mono"
          aria-label={label}
          placeholder={placeholder}
          readOnly={isReadOnly}
          spellCheck={false}
          rows={Math.min(24, Math.max(6, value.slice(0, 5000).split('\n').length))}
          value={isReadOnly && !isTooLong ? value.slice(0, MAX_WAITING_CHARS) : value}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </div>
  )
}

/** A word of an input method ends with an event before or behind which its text comes. */
const waitForWord = (target: HTMLElement): Promise<void> =>
  new Promise((resolve) => target.addEventListener('compositionend', () => setTimeout(resolve), { once: true }))
