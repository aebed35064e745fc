import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useText } from '../lang.tsx'
import type { Words } from './form-errors.ts'

type Errors = Readonly<Partial<Record<string, Words>>>
/** What is wrong, by field, in the language of the page. */
export type ShownErrors<E extends Errors> = { readonly [Field in keyof E]?: string }

/**
 * What is wrong with a form, by field. The first field that was refused takes the focus; a field that is typed into is no
 * longer marked, until the form is sent again. The words follow the language of the page. The form takes the properties in `form`.
 */
export function useFormErrors<E extends Errors>() {
  const t = useText()
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState({} as E)
  const [shown, setShown] = useState(errors)
  const refuse = (found: E) => {
    setErrors(found)
    setShown(found)
  }
  const onInput = ({ target }: FormEvent) => {
    const field = (target as HTMLInputElement).name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    if (field in shown) setShown((last) => ({ ...last, [field]: undefined }))
  }
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])
  const inLang = Object.entries(shown).map(([field, words]) => [field, typeof words === 'object' ? t(words) : words])
  return { errors: Object.fromEntries(inLang) as ShownErrors<E>, setErrors: refuse, form: { ref, onInput } }
}
