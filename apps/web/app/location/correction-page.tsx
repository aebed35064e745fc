import '../account/forms.css'
import '../data/data.css'
import { useId, useState, type FormEvent } from 'react'
import type { Text } from '@octet/core/text.ts'
import { looksLikeEmail, toFormError, type Words } from '../account/form-errors.ts'
import { FormFailure } from '../account/form-failure.tsx'
import { request, toAdvice } from '../account/request.ts'
import { TextField } from '../account/text-field.tsx'
import { useFormErrors } from '../account/use-form-errors.ts'
import { withLabel } from '../account/with-label.ts'
import { Snippet } from '../ui/snippet.tsx'
import { useText } from '../lang.tsx'
import type { PageProps } from '../page.ts'
import { guideText } from '../text/guides.ts'
import { Button } from '../ui/button.tsx'
import './correction.css'

type Ticket = { readonly id: string; readonly token: string }
/** Fields of the form, by their names in the call. */
const FIELDS = {
  network: 'network',
  country_code: 'countryCode',
  region_code: 'regionCode',
  city_name: 'cityName',
  evidence: 'evidence',
  email: 'email',
} as const
type Name = keyof typeof FIELDS
/** Labels of the fields that the server may know better. */
const LABELS: Readonly<Partial<Record<string, Text>>> = { country_code: guideText.country, region_code: guideText.region }
type Errors = Readonly<Partial<Record<(typeof FIELDS)[Name] | 'form', Words>>>
type Values = Readonly<Record<Name, string>>

/** Where visitors say that the data is wrong about a network. */
export function CorrectionPage({ search }: PageProps<undefined>) {
  const t = useText()
  const [values, setValues] = useState<Values>(() => {
    const empty = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, ''])) as Values
    return { ...empty, network: search['network'] ?? '' }
  })
  const [ticket, setTicket] = useState<Ticket>()
  const { errors, setErrors, form } = useFormErrors<Errors>()
  const [isSending, setSending] = useState(false)
  const bind = (name: Name) => ({
    name,
    value: values[name],
    error: errors[FIELDS[name]],
    onValue: (value: string) => setValues({ ...values, [name]: value }),
  })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const found: Errors = {
      ...(values.network.trim() === '' && { network: guideText.networkMissing }),
      ...(!/^[A-Za-z]{2}$/.test(values.country_code.trim()) && { countryCode: guideText.countryWrong }),
      ...(values.email.trim() !== '' && !looksLikeEmail(values.email) && { email: toFormError('email_wrong') }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setSending(true)
    const said = Object.entries(values).map(([name, value]) => [name, value.trim()])
    const input = Object.fromEntries(said.filter(([, value]) => value !== ''))
    const { data, failure } = await request<Ticket>('POST', 'corrections', input, { isQuiet: true })
    setSending(false)
    if (data) setTicket(data)
    else if (Object.hasOwn(FIELDS, failure.field)) {
      const label = LABELS[failure.field]
      setErrors({ [FIELDS[failure.field as Name]]: withLabel(failure, label && t(label)) })
    } else setErrors({ form: toAdvice(failure) })
  }
  return (
    <article className="wide data-page">
      <header>
        <h1>{t(guideText.correctionTitle)}</h1>
        <p className="lead">{t(guideText.correctionDescription)}</p>
      </header>
      {ticket ? (
        <div role="status">
          <p className="prose">{t(guideText.sent, { id: ticket.id })}</p>
          <Snippet code={`$ORIGIN/v1/corrections/${ticket.id}?token=${ticket.token}`} />
        </div>
      ) : (
        <form method="dialog" {...form} className="correction-form" noValidate onSubmit={(event) => void send(event)}>
          <TextField label={t(guideText.network)} help={t(guideText.networkHelp)} className="mono" {...bind('network')} />
          <TextField label={t(guideText.country)} help={t(guideText.countryHelp)} maxLength={2} {...bind('country_code')} />
          <TextField label={t(guideText.region)} help={t(guideText.regionHelp)} maxLength={6} {...bind('region_code')} />
          <TextField label={t(guideText.city)} maxLength={100} {...bind('city_name')} />
          <Evidence {...bind('evidence')} />
          <TextField
            label={t(guideText.email)}
            help={t(guideText.emailHelp)}
            type="email"
            autoComplete="email"
            {...bind('email')}
          />
          <FormFailure words={errors.form} />
          <Button kind="primary" type="submit" isBusy={isSending}>
            {t(isSending ? guideText.sending : guideText.send)}
          </Button>
        </form>
      )}
    </article>
  )
}

type EvidenceProps = {
  readonly name: Name
  readonly value: string
  readonly error: string | undefined
  readonly onValue: (value: string) => void
}

/** What the operator goes by: more than a line. */
function Evidence({ name, value, error, onValue }: EvidenceProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="field wide-field">
      <label htmlFor={id}>{t(guideText.evidence)}</label>
      <textarea
        id={id}
        name={name}
        rows={3}
        maxLength={4_000}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onValue(target.value)}
      />
      <p className="help" id={`${id}-help`}>
        {t(guideText.evidenceHelp)}
      </p>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
