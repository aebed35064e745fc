import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { useText } from '../lang.tsx'
import { siteText } from '../text/site.ts'
import { Icon } from './icon.tsx'

export type ButtonKind = 'primary' | 'plain' | 'ghost'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly ref?: Ref<HTMLButtonElement>
  readonly kind?: ButtonKind
  readonly icon?: string
  /** The words are for screen readers only. */
  readonly isIconOnly?: boolean
  /** What it acts on, such as the name of its row: read out behind its words, which stand in other rows as well. */
  readonly subject?: string | undefined
  /** What it began goes on: pressed again, it does nothing. Unlike a disabled one it keeps the focus. */
  readonly isBusy?: boolean | undefined
  readonly children: ReactNode
}

/** A button. One `primary` per page: the thing the page is for. */
export function Button({
  kind = 'plain',
  icon,
  isIconOnly = false,
  className = '',
  subject,
  isBusy,
  children,
  ...rest
}: ButtonProps) {
  const t = useText()
  const words = typeof children === 'string' ? children : undefined
  const label = words && subject ? t(siteText.pair, { name: words, value: subject }) : isIconOnly ? words : undefined
  return (
    <button
      type="button"
      className={`button ${kind} ${isIconOnly ? 'icon-only' : ''} ${className}`}
      aria-label={label}
      title={isIconOnly ? words : undefined}
      {...rest}
      {...(isBusy && { 'aria-disabled': true, onClick: (event) => event.preventDefault() })}
    >
      {icon && <Icon name={icon} />}
      {!isIconOnly && <span>{children}</span>}
    </button>
  )
}
