import '../account/forms.css'
import { useEffect, useId, useState, type FormEvent } from 'react'
import { solve, type Challenge } from '@octet/client/proof/solve.ts'
import type { Text } from '@octet/core/text.ts'
import { FormFailure } from '../account/form-failure.tsx'
import { toFailureText } from '../account/failure-in.ts'
import { looksLikeEmail, toFormError, type Words } from '../account/form-errors.ts'
import { request, toAdvice } from '../account/request.ts'
import { TextField } from '../account/text-field.tsx'
import { useFormErrors } from '../account/use-form-errors.ts'
import { useText } from '../lang.tsx'
import { useUserStore } from '../state/user-store.ts'
import { CATEGORIES, CATEGORY_TEXT, contactText, DESCRIBE_PLACES, type Category } from '../text/contact.ts'
import { Button } from '../ui/button.tsx'
import { keepTyped, readTyped } from './kept-typed.ts'

type Errors = Readonly<Partial<Record<'name' | 'email' | 'describe' | 'form', Words>>>

/** Name, E-mail, Describe. Nothing typed is lost when it cannot be sent. */
export function ContactForm({ first = 'support' }: { first?: Category }) {
  const t = useText()
  const known = useUserStore((state) => state.user?.email ?? '')
  const [category, setCategory] = useState<Category>(first)
  const [name, setName] = useState('')
  const [typedEmail, setEmail] = useState<string>()
  const [describe, setDescribe] = useState('')
  const { errors, setErrors, form } = useFormErrors<Errors>()
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const email = typedEmail ?? known
  useEffect(() => {
    const kept = readTyped()
    if (!kept) return
    setName(kept.name)
    setEmail(kept.email)
    setDescribe(kept.describe)
  }, [])
  useEffect(() => keepTyped({ name, email: typedEmail, describe }), [name, typedEmail, describe])

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const found: Errors = {
      ...(name.trim() === '' && { name: contactText.nameMissing }),
      ...(!looksLikeEmail(email) && { email: toFormError('email_wrong') }),
      ...(describe.trim() === '' && { describe: contactText.describeMissing }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const outcome = await send({ category, name, email, describe })
    setBusy(false)
    if (outcome.message !== undefined) {
      setMessage(outcome.message)
      setDescribe('')
    } else setErrors({ [outcome.field]: outcome.words })
  }

  if (message)
    return (
      <div className="check-mail">
        <p role="status">{message}</p>
        <p>
          <Button onClick={() => setMessage('')}>{t(contactText.another)}</Button>
        </p>
      </div>
    )
  return (
    <form method="dialog" {...form} className="account-form" noValidate onSubmit={onSubmit}>
      <fieldset className="field">
        <legend>{t(contactText.about)}</legend>
        <div className="segments">
          {CATEGORIES.map((one) => (
            <label key={one}>
              <input type="radio" name="category" checked={one === category} onChange={() => setCategory(one)} />
              <span>{t(CATEGORY_TEXT[one])}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        label={t(contactText.name)}
        name="name"
        autoComplete="name"
        maxLength={100}
        value={name}
        error={errors.name}
        onValue={setName}
      />
      <TextField
        label={t(contactText.email)}
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        error={errors.email}
        onValue={setEmail}
      />
      <DescribeField place={DESCRIBE_PLACES[category]} value={describe} error={errors.describe} onValue={setDescribe} />
      <FormFailure words={errors.form} />
      {isBusy && <p className="account-note">{t(contactText.working)}</p>}
      <Button kind="primary" type="submit" isBusy={isBusy}>
        {t(contactText.send)}
      </Button>
    </form>
  )
}

type Sent = { readonly category: Category; readonly name: string; readonly email: string; readonly describe: string }
type Outcome =
  | { readonly message: string }
  | { readonly message?: undefined; readonly field: keyof Errors; readonly words: Words }

async function send(input: Sent): Promise<Outcome> {
  const asked = await request<{ challenge: Challenge }>('GET', 'contact/challenge', {}, { isQuiet: true })
  if (asked.failure) return { field: 'form', words: toAdvice(asked.failure) }
  const proof = await solve(asked.data.challenge).catch(() => undefined)
  if (!proof) return { field: 'form', words: contactText.unsolved }
  const { data, failure } = await request<{ message: string }>('POST', 'contact', { ...input, proof }, { isQuiet: true })
  if (data) return data
  return failure.error === 'email_wrong'
    ? { field: 'email', words: toFailureText(failure) }
    : { field: 'form', words: toAdvice(failure) }
}

type DescribeProps = {
  readonly place: Text
  readonly value: string
  readonly error: string | undefined
  readonly onValue: (value: string) => void
}

function DescribeField({ place, value, error, onValue }: DescribeProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{t(contactText.describe)}</label>
      <textarea
        id={id}
        name="describe"
        rows={6}
        maxLength={5_000}
        placeholder={t(place)}
        value={value}
        aria-invalid={error !== undefined}
        {...(error && { 'aria-describedby': `${id}-error` })}
        onChange={({ target }) => onValue(target.value)}
      />
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
