import { useEffect, useRef, useState } from 'react'
import { arrived } from '../arrived.ts'
import type { Editor } from './code-mirror.ts'

/** An idle page gets its editor after this long; a key or a pointer on the field gets it at once. */
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

/** A text field that becomes an editor once the page is at rest. It is complete without it. */
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
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  const [isWanted, setWanted] = useState(false)
  const [isMounted, setMounted] = useState(false)
  const isTooLong = value.length > MAX_EDITOR_CHARS

  useEffect(() => {
    const timer = setTimeout(setWanted, IDLE_MS, true)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!isWanted || isTooLong) return undefined
    let isGone = false
    void arrived(import('./code-mirror.ts')).then(({ createEditor }) => {
      if (isGone || !host.current) return
      const hadFocus = host.current.contains(document.activeElement)
      editor.current = createEditor({
        parent: host.current,
        label,
        language,
        placeholder,
        isReadOnly,
        text: latest.current.value,
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

  return (
    <div className="code" ref={host} onPointerDown={() => setWanted(true)} onKeyDown={() => setWanted(true)}>
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
