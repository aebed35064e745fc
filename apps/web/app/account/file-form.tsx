import { useEffect, useRef, useState, type FormEvent } from 'react'
import { toLocale } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { filesText } from '../text/account-files.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { MAX_ADDRESSES, type Addresses } from './address-file.ts'
import { toFailureIn } from './failure-in.ts'
import { FormFailure } from './form-failure.tsx'
import { FIELD_SETS, type FieldSet, type Job } from './job.ts'
import type { Key } from './key.ts'
import { requestWithFile, toAdvice, type Failure } from './request.ts'
import { useAddresses } from './use-addresses.ts'

const FIELDS = Object.keys(FIELD_SETS) as FieldSet[]
const FORMATS = ['csv', 'ndjson'] as const

type FileFormProps = {
  readonly file: File
  /** Those that a file may be counted under. */
  readonly keys: readonly Key[]
  /** Requests of the month that are left; null without a plan. */
  readonly left: number | null
  readonly onSent: () => void
  readonly onClose: () => void
}

/** What is found in a file that was chosen, and how it is to be looked up. */
export function FileForm({ file, keys, left, onSent, onClose }: FileFormProps) {
  const t = useText()
  const lang = useLang()
  const { table, index, setIndex, addresses, fault } = useAddresses(file)
  const [fields, setFields] = useState<FieldSet>('all')
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('csv')
  const [isOnce, setOnce] = useState(true)
  const [keyId, setKeyId] = useState(keys[0]?.id ?? '')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.focus(), [])
  const count = addresses && (isOnce ? addresses.distinct : addresses.count)
  const isTooMany = (count ?? 0) > MAX_ADDRESSES
  const most = MAX_ADDRESSES.toLocaleString(toLocale(lang))
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!addresses || isTooMany || isBusy) return
    setBusy(true)
    setFailure(undefined)
    const input = { key_id: keyId, format, fields: FIELD_SETS[fields], lang, name: file.name.slice(-200) }
    const reply = await requestWithFile<Job>('account/jobs', isOnce ? addresses.once : addresses.all, input)
    setBusy(false)
    setFailure(reply.failure)
    if (reply.data) onSent()
  }
  const broken = fault && t(filesText[fault.kind], { most, reason: fault.reason })
  return (
    <form
      ref={form}
      className="file-form"
      method="dialog"
      aria-label={file.name}
      tabIndex={-1}
      onSubmit={onSubmit}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <p>
        <strong>{file.name}</strong>
        <span className="account-note" role="status">
          {addresses ? <Found addresses={addresses} /> : !fault && t(filesText.reading)}
        </span>
      </p>
      {addresses && (
        <div className="file-choices">
          {table && table.columns.length > 1 && (
            <label className="field">
              <span>{t(filesText.column)}</span>
              <select value={index} onChange={({ target }) => setIndex(Number(target.value))}>
                {table.columns.map((column) => (
                  <option key={column.index} value={column.index}>
                    {column.name ?? t(filesText.columnNumber, { number: column.index + 1 })}
                  </option>
                ))}
              </select>
            </label>
          )}
          <Choice
            label={t(filesText.fields)}
            options={FIELDS.map((value) => ({ value, words: t(filesText[value]) }))}
            value={fields}
            onChange={setFields}
          />
          <Choice
            label={t(filesText.format)}
            options={FORMATS.map((value) => ({ value, words: t(filesText[value]) }))}
            value={format}
            onChange={setFormat}
          />
          {keys.length > 1 && (
            <label className="field">
              <span>{t(filesText.key)}</span>
              <select value={keyId} onChange={({ target }) => setKeyId(target.value)}>
                {keys.map(({ id, name, last4 }) => (
                  <option key={id} value={id}>{`${name} …${last4}`}</option>
                ))}
              </select>
            </label>
          )}
          {addresses.distinct < addresses.count && (
            <label className="tick">
              <input type="checkbox" checked={isOnce} onChange={({ target }) => setOnce(target.checked)} />
              {t(filesText.once)}
            </label>
          )}
        </div>
      )}
      {count !== undefined && left !== null && (
        <p className={`account-note ${count > left ? 'file-short' : ''}`}>
          {t(filesText.cost, { count: count.toLocaleString(toLocale(lang)), left: left.toLocaleString(toLocale(lang)) })}
        </p>
      )}
      <FormFailure
        words={broken ?? (isTooMany ? t(filesText.tooMany, { most }) : failure && toAdvice(toFailureIn(failure, lang)))}
      />
      {isBusy && <progress aria-label={t(filesText.sending)} />}
      <p className="account-buttons">
        {!fault && (
          <Button kind="primary" type="submit" isBusy={isBusy} disabled={!addresses || isTooMany}>
            {t(isBusy ? filesText.sending : filesText.start)}
          </Button>
        )}
        <Button kind="ghost" onClick={onClose}>
          {t(filesText.cancel)}
        </Button>
      </p>
    </form>
  )
}

function Found({ addresses: { count, distinct, leftOut } }: { addresses: Addresses }) {
  const t = useText()
  const lang = useLang()
  const toNumber = (value: number) => value.toLocaleString(toLocale(lang))
  return (
    <>
      {t(distinct === count ? filesText.foundAll : filesText.found, { count: toNumber(count), distinct: toNumber(distinct) })}
      {leftOut > 0 && ` · ${t(filesText.leftOut, { count: toNumber(leftOut) })}`}
    </>
  )
}
