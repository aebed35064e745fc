import '../data/data.css'
import { useState, type FormEvent } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import { TextField } from '../account/text-field.tsx'
import { fetchData } from '../api/fetch-data.ts'
import { Snippet } from '../ui/snippet.tsx'
import { useLang, useText } from '../lang.tsx'
import type { PageProps } from '../page.ts'
import { guideText } from '../text/guides.ts'
import { Button } from '../ui/button.tsx'
import './correction.css'

type Ticket = { readonly id: string; readonly token: string }
const FIELDS = ['network', 'country_code', 'region_code', 'city_name', 'evidence', 'email'] as const
type Values = Readonly<Record<(typeof FIELDS)[number], string>>

/** Where visitors say that the data is wrong about a network. */
export function CorrectionPage({ search }: PageProps<undefined>) {
  const t = useText()
  const lang = useLang()
  const [values, setValues] = useState<Values>(() => {
    const empty = Object.fromEntries(FIELDS.map((name) => [name, ''])) as Values
    return { ...empty, network: search['network'] ?? '' }
  })
  const [ticket, setTicket] = useState<Ticket>()
  const [failure, setFailure] = useState('')
  const [isSending, setSending] = useState(false)
  const bind = (name: keyof Values) => ({
    value: values[name],
    onValue: (value: string) => setValues({ ...values, [name]: value }),
  })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    setFailure('')
    const fields = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
    const { data, msg } = await fetchData<Ticket>('/v1/corrections', { lang, fields })
    setSending(false)
    if (data) setTicket(data)
    else setFailure(msg)
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
        <form method="dialog" className="correction-form" onSubmit={(event) => void send(event)}>
          <TextField
            label={t(guideText.network)}
            help={t(guideText.networkHelp)}
            required
            className="mono"
            {...bind('network')}
          />
          <TextField
            label={t(guideText.country)}
            help={t(guideText.countryHelp)}
            required
            maxLength={2}
            pattern="[A-Za-z]{2}"
            {...bind('country_code')}
          />
          <TextField label={t(guideText.region)} help={t(guideText.regionHelp)} maxLength={6} {...bind('region_code')} />
          <TextField label={t(guideText.city)} maxLength={100} {...bind('city_name')} />
          <TextField label={t(guideText.evidence)} help={t(guideText.evidenceHelp)} maxLength={4000} {...bind('evidence')} />
          <TextField
            label={t(guideText.email)}
            help={t(guideText.emailHelp)}
            type="email"
            autoComplete="email"
            {...bind('email')}
          />
          <FormFailure words={failure} />
          <Button kind="primary" type="submit" isBusy={isSending}>
            {t(isSending ? guideText.sending : guideText.send)}
          </Button>
        </form>
      )}
    </article>
  )
}
