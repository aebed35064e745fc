import { useEffect, useRef, useState, type FormEvent } from 'react'

type Errors = Readonly<Partial<Record<string, string>>>

/**
 * What is wrong with a form, by field. The first field that was refused takes the focus; a field that is typed into is no
 * longer marked, until the form is sent again. The form takes the properties in `form`.
 */
export function useFormErrors<E extends Errors>() {
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
  return { errors: shown, setErrors: refuse, form: { ref, onInput } }
}
