import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

export type MenuItem = {
  readonly id: string
  readonly label: string
  readonly icon?: string
  readonly isChecked?: boolean
  readonly onSelect: () => void
}

type MenuProps = {
  readonly label: string
  readonly icon?: string
  readonly isIconOnly?: boolean
  readonly disabled?: boolean
  readonly items: readonly MenuItem[] | undefined
  readonly onOpen?: () => void
  /** Shown while the items are being found, and when there are none. */
  readonly empty?: ReactNode
}

/** A button that opens a menu (WAI-ARIA menu button pattern): arrows move, Esc and a click outside close. */
export function Menu({ label, icon, isIconOnly = false, disabled = false, items, onOpen, empty }: MenuProps) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    if (!isOpen) return undefined
    const onPointer = (event: PointerEvent) => root.current?.contains(event.target as Node) || setOpen(false)
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [isOpen])
  useEffect(() => {
    if (isOpen && items) entries(root.current)[0]?.focus()
  }, [isOpen, items])

  const close = () => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!isOpen || step === undefined) return
    event.preventDefault()
    const all = entries(root.current)
    const index = all.indexOf(document.activeElement as HTMLElement)
    all[(index + step + all.length) % all.length]?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the items inside
    <div className="menu" ref={root} onKeyDown={onKeyDown}>
      <Button
        kind="ghost"
        isIconOnly={isIconOnly}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        {...(icon ? { icon } : {})}
        title={label}
        onClick={() => {
          if (!isOpen) onOpen?.()
          setOpen(!isOpen)
        }}
      >
        {label}
      </Button>
      {isOpen && (
        <div role="menu" id={id} aria-label={label} className="menu-list">
          {items?.map((item) => (
            <button
              key={item.id}
              type="button"
              role={item.isChecked === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={item.isChecked}
              onClick={() => {
                close()
                item.onSelect()
              }}
            >
              {item.icon && <Icon name={item.icon} />}
              <span>{item.label}</span>
              {item.isChecked && <Icon name="Check" />}
            </button>
          ))}
          {!items?.length && <p className="menu-empty">{empty}</p>}
        </div>
      )}
    </div>
  )
}

const entries = (root: HTMLElement | null) => [...(root?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
