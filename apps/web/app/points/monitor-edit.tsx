import { useState } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import { request } from '../account/request.ts'
import { useFormErrors } from '../account/use-form-errors.ts'
import { useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { monitorText as words } from '../text/monitors.ts'
import { siteText } from '../text/site.ts'
import { Button } from '../ui/button.tsx'
import { findErrors, toChanges, toMonitorErrors, type Draft, type KeptMonitor, type MonitorErrors } from './monitor-draft.ts'
import { MonitorFields } from './monitor-fields.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

type MonitorEditProps = {
  readonly monitor: KeptMonitor & { readonly id: string; readonly name: string }
  readonly first: Draft
  readonly onChanged: () => void
  readonly onEnd: () => void
}

/** Changes a monitor where it stands. */
export function MonitorEdit({ monitor, first, onChanged, onEnd }: MonitorEditProps) {
  const t = useText()
  const [draft, setDraft] = useState(first)
  const { errors, setErrors, form } = useFormErrors<MonitorErrors>()
  const [secret, setSecret] = useState('')
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    const found = findErrors(draft)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const path = `monitors/${monitor.id}`
    const changes = toChanges(draft, { first, monitor })
    const { data, failure } = await request<{ webhook_secret: string | null }>('PATCH', path, changes, { isQuiet: true })
    setBusy(false)
    if (failure) return setErrors(toMonitorErrors(failure, t))
    toast.success(t(words.changed))
    onChanged()
    if (data.webhook_secret === null) onEnd()
    else setSecret(data.webhook_secret)
  }
  if (secret)
    return (
      <div className="monitor-edit">
        <WebhookSecret secret={secret} />
        <Button onClick={onEnd}>{t(siteText.close)}</Button>
      </div>
    )
  return (
    <form
      method="dialog"
      {...form}
      className="measure-form monitor-edit"
      aria-label={t(siteText.pair, { name: t(words.edit), value: monitor.name })}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <MonitorFields {...{ draft, errors }} kept={monitor} onChange={(change) => setDraft((last) => ({ ...last, ...change }))} />
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {t(words.save)}
      </Button>
      <Button onClick={onEnd}>{t(words.cancel)}</Button>
      <FormFailure words={errors.form} />
    </form>
  )
}
