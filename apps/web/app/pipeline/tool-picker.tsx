import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { GROUPS } from '@octet/core/tool.ts'
import search from 'virtual:octet/search'
import { findTool } from '../catalogue.ts'
import { useText } from '../lang.tsx'
import { searchTools } from '../palette/search-tools.ts'
import { pipelineText } from '../text/pipeline.ts'
import { Icon } from '../ui/icon.tsx'

const searchable = search.flatMap(({ id, summary, words }) => {
  const row = findTool(id)
  return row ? [{ ...row, summary, words }] : []
})

/** Chooses the tool of a step: by its name in both languages, pinyin or route. */
export default function ToolPicker({ onPick, onClose }: { onPick: (id: string) => void; onClose: () => void }) {
  const t = useText()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const rows = searchTools(searchable, query)

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
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (by !== undefined) {
      event.preventDefault()
      setAt(Math.min(rows.length - 1, Math.max(0, at + by)))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      event.stopPropagation()
      const row = rows[at]
      if (row) onPick(row.id)
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc does the same for the keyboard
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t(pipelineText.pickTitle)}
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
            aria-activedescendant={rows[at] && `${id}-${at}`}
            aria-label={t(pipelineText.pickTitle)}
            placeholder={t(pipelineText.pickHint)}
            autoComplete="off"
            spellCheck={false}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
          />
          <kbd aria-hidden="true">Esc</kbd>
        </div>
        <div role="listbox" id={`${id}-list`} aria-label={t(pipelineText.pickTitle)} ref={list} tabIndex={-1}>
          {rows.map((row, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field above keeps the focus and handles the keys
            <div
              key={row.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              onClick={() => onPick(row.id)}
              onPointerMove={() => setAt(index)}
            >
              <Icon name={row.icon} />
              <span>{t(row.title)}</span>
              <small>{t(GROUPS[row.group])}</small>
            </div>
          ))}
        </div>
        {rows.length === 0 && <p className="palette-none">{t(pipelineText.pickNone)}</p>}
      </div>
    </dialog>
  )
}
