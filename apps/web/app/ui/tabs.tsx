import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

export type Tab = { readonly id: string; readonly label: string; readonly content: ReactNode }

type TabsProps = {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly active: string
  readonly onChange: (id: string) => void
}

/** Tabs with arrow keys (WAI-ARIA tabs pattern). Only the open one is drawn. */
export function Tabs({ label, tabs, active, onChange }: TabsProps) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const open = tabs.find(({ id }) => id === active) ?? tabs[0]
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined || !open) return
    const index = (tabs.indexOf(open) + step + tabs.length) % tabs.length
    onChange(tabs[index]?.id ?? open.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <div className="tabs">
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs inside take the focus */}
      <div role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab === open}
            aria-controls={`${base}-panel`}
            tabIndex={tab === open ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${open?.id}`} tabIndex={0}>
        {open?.content}
      </div>
    </div>
  )
}
