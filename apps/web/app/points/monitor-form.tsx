import { useState } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import { useInterruptible } from '../account/interrupted-form.ts'
import { request } from '../account/request.ts'
import { useFormErrors } from '../account/use-form-errors.ts'
import { useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { monitorText as words } from '../text/monitors.ts'
import { Button } from '../ui/button.tsx'
import { EMPTY, findErrors, toBody, toMonitorErrors, type Draft, type MonitorErrors } from './monitor-draft.ts'
import { MonitorFields } from './monitor-fields.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

/** The address of a webhook may hold its password. */
const SECRETS = { webhook: '', chatSecret: '' }

/** Adds a monitor. */
export function MonitorForm({ onAdded }: { onAdded: () => void }) {
  const t = useText()
  const [draft, setDraft] = useInterruptible('monitor', EMPTY, SECRETS)
  const { errors, setErrors, form } = useFormErrors<MonitorErrors>()
  const [secret, setSecret] = useState('')
  const set = (change: Partial<Draft>) => setDraft((last) => ({ ...last, ...change }))
  const add = async () => {
    const found = findErrors(draft)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const { data, failure } = await request<{ webhook_secret: string | null }>('POST', 'monitors', toBody(draft), {
      isQuiet: true,
    })
    if (failure) return setErrors(toMonitorErrors(failure, t))
    setSecret(data.webhook_secret ?? '')
    setDraft(EMPTY)
    toast.success(t(words.added))
    onAdded()
  }
  return (
    <section className="net-panel">
      <h2>{t(words.newTitle)}</h2>
      <form
        method="dialog"
        {...form}
        className="measure-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <MonitorFields {...{ draft, errors }} onChange={set} />
        <Button type="submit" kind="primary" icon="Plus">
          {t(words.add)}
        </Button>
        <FormFailure words={errors.form} />
      </form>
      {secret && <WebhookSecret secret={secret} />}
    </section>
  )
}
