import { createElement, type ReactNode } from 'react'

/** Words between backticks are code. */
export function toMarked(text: string): ReactNode[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? createElement('code', { key: at }, part) : part))
}
