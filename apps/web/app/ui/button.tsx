import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon } from './icon.tsx'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly kind?: 'primary' | 'plain' | 'ghost'
  readonly icon?: string
  /** The words are for screen readers only. */
  readonly isIconOnly?: boolean
  readonly children: ReactNode
}

/** A button. One `primary` per page: the thing the page is for. */
export function Button({ kind = 'plain', icon, isIconOnly = false, className = '', children, ...rest }: ButtonProps) {
  const words = typeof children === 'string' ? children : undefined
  return (
    <button
      type="button"
      className={`button ${kind} ${isIconOnly ? 'icon-only' : ''} ${className}`}
      {...(isIconOnly ? { 'aria-label': words, title: words } : {})}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {!isIconOnly && <span>{children}</span>}
    </button>
  )
}
