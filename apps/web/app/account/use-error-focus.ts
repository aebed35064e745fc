import { useEffect, useRef, type RefObject } from 'react'
import type { FormErrors } from './form-errors.ts'

/** Puts the focus on the first field that was refused, whenever something was. The form takes the ref. */
export function useErrorFocus(errors: FormErrors): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [errors])
  return form
}
