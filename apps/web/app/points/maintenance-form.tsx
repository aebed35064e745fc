import { useState } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import { request } from '../account/request.ts'
import { useFormErrors } from '../account/use-form-errors.ts'
import { useLang, useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { maintenanceText as words } from '../text/maintenance.ts'
import { Button } from '../ui/button.tsx'
import { Labelled, Line, Tick } from './form-line.tsx'
import {
  findWindowErrors,
  toNewDraft,
  toWeekday,
  toWindowBody,
  toWindowDraft,
  toWindowErrors,
  WEEKDAYS,
  type WindowDraft,
  type WindowErrors,
  type WindowRow,
} from './maintenance-draft.ts'

export type NamedMonitor = { readonly id: string; readonly name: string }

type MaintenanceFormProps = {
  /** The window that is changed; missing for a new one. */
  readonly window?: WindowRow
  readonly monitors: readonly NamedMonitor[]
  readonly label: string
  readonly onDone: () => void
  readonly onEnd: () => void
}

/** Plans maintenance, or changes what is planned. Drawn once it is asked for: the zone is that of the browser. */
export function MaintenanceForm({ window: row, monitors, label, onDone, onEnd }: MaintenanceFormProps) {
  const t = useText()
  const lang = useLang()
  const [draft, setDraft] = useState(() => (row ? toWindowDraft(row) : toNewDraft(toOwnZone())))
  const { errors, setErrors, form } = useFormErrors<WindowErrors>()
  const [isBusy, setBusy] = useState(false)
  const set = (change: Partial<WindowDraft>) => setDraft((last) => ({ ...last, ...change }))
  const isOnce = draft.kind === 'once'
  const save = async () => {
    const found = findWindowErrors(draft)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const [method, path] = row ? (['PATCH', `maintenance/${row.id}`] as const) : (['POST', 'maintenance'] as const)
    const { failure } = await request(method, path, toWindowBody(draft), { isQuiet: true })
    setBusy(false)
    if (failure) return setErrors(toWindowErrors(failure, t))
    toast.success(t(row ? words.changed : words.added))
    onDone()
    onEnd()
  }
  const timeLine = (which: 'from' | 'until') => {
    const field = `${draft.kind}${which === 'from' ? 'From' : 'Until'}` as const
    return (
      <Line
        className="maintenance-time"
        type={isOnce ? 'datetime-local' : 'time'}
        label={t(words[which])}
        name={which}
        value={draft[field]}
        error={errors[which]}
        help={
          which === 'until' && !isOnce && draft.weeklyUntil !== '' && draft.weeklyUntil < draft.weeklyFrom
            ? t(words.nextDay)
            : undefined
        }
        onChange={({ target }) => set({ [field]: target.value })}
      />
    )
  }
  return (
    <form
      method="dialog"
      {...form}
      className="measure-form monitor-edit"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Line
        className="measure-target"
        label={t(words.name)}
        name="name"
        value={draft.name}
        error={errors.name}
        placeholder={t(words.namePlaceholder)}
        maxLength={80}
        onChange={({ target }) => set({ name: target.value })}
      />
      <Labelled label={t(words.kind)}>
        <select value={draft.kind} onChange={({ target }) => set({ kind: target.value as WindowDraft['kind'] })}>
          <option value="weekly">{t(words.weekly)}</option>
          <option value="once">{t(words.once)}</option>
        </select>
      </Labelled>
      {timeLine('from')}
      {timeLine('until')}
      <Labelled label={t(words.zone)} className="measure-from">
        <select value={draft.zone} name="zone" onChange={({ target }) => set({ zone: target.value })}>
          {listZones(draft.zone).map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </select>
      </Labelled>
      {!isOnce && (
        <fieldset className="monitor-rules maintenance-days">
          <legend>{t(words.weekdays)}</legend>
          {WEEKDAYS.map((day) => (
            <Tick
              key={day}
              label={toWeekday(day, lang)}
              isOn={draft.weekdays.includes(day)}
              onChange={(isOn) => set({ weekdays: toggle(draft.weekdays, day, isOn) })}
            />
          ))}
          <FormFailure words={errors.weekdays} />
        </fieldset>
      )}
      {monitors.length > 0 && (
        <fieldset className="monitor-rules maintenance-days">
          <legend>{t(words.covers)}</legend>
          <Tick label={t(words.all)} isOn={draft.isForAll} onChange={(isForAll) => set({ isForAll })} />
          {!draft.isForAll &&
            monitors.map(({ id, name }) => (
              <Tick
                key={id}
                label={name}
                isOn={draft.monitors.includes(id)}
                onChange={(isOn) => set({ monitors: toggle(draft.monitors, id, isOn) })}
              />
            ))}
          <FormFailure words={errors.monitors} />
        </fieldset>
      )}
      <Button type="submit" kind={row ? 'primary' : 'plain'} isBusy={isBusy}>
        {t(row ? words.save : words.add)}
      </Button>
      <Button kind="ghost" onClick={onEnd}>
        {t(words.cancel)}
      </Button>
      <FormFailure words={errors.zone ?? errors.form} />
    </form>
  )
}

function toggle<T>(all: readonly T[], one: T, isOn: boolean): readonly T[] {
  return isOn ? [...all, one] : all.filter((other) => other !== one)
}

const toOwnZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** All that the browser knows, and the one that is chosen, which it may know by another name. */
function listZones(chosen: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return [...new Set([chosen, toOwnZone(), 'UTC', ...known])]
}
