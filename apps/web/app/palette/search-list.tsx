import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from '../ui/icon.tsx'

/** A line of the list; `open` is what choosing it does. */
export type Entry = {
  readonly key: string
  readonly icon: string
  readonly title: string
  readonly note: string
  readonly open: () => void
}

type SearchListProps = {
  readonly title: string
  /** What the field is for, read out. */
  readonly label: string
  readonly placeholder: string
  /** Shown when nothing is found. */
  readonly none: string
  readonly query: string
  readonly entries: readonly Entry[]
  readonly onQuery: (query: string) => void
  readonly onClose: () => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/** A field over a list, in a dialog: arrows move, Enter chooses, Esc closes (WAI-ARIA combobox pattern). */
export function SearchList({ title, label, placeholder, none, query, entries, onQuery, onClose }: SearchListProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)

  // Closed before it leaves the page, else the browser would not give the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt(Math.min(entries.length - 1, Math.max(0, at + step)))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      event.stopPropagation()
      entries[at]?.open()
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc does the same for the keyboard
    <dialog
      ref={dialog}
      className="palette"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="palette-inner">
        <div className="palette-field">
          <Icon name="Search" />
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={entries[at] && `${id}-${at}`}
            aria-label={label}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            value={query}
            onChange={({ target }) => {
              onQuery(target.value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
          />
          <kbd aria-hidden="true">Esc</kbd>
        </div>
        <div role="listbox" id={`${id}-list`} aria-label={title} ref={list} tabIndex={-1}>
          {entries.map(({ key, icon, title, note, open }, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field above keeps the focus and handles the keys
            <div
              key={key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              onClick={open}
              onPointerMove={() => setAt(index)}
            >
              <Icon name={icon} />
              <span>{title}</span>
              <small>{note}</small>
            </div>
          ))}
        </div>
        {entries.length === 0 && <p className="palette-none">{none}</p>}
      </div>
    </dialog>
  )
}
