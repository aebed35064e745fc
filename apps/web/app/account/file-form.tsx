import { useEffect, useRef, useState, type FormEvent } from 'react'
import { toLocale } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { filesText } from '../text/account-files.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { MAX_ADDRESSES, MAX_BYTES, toWhole, type Addresses, type FileTable } from './address-file.ts'
import { toSizeWords } from '../size-words.ts'
import { toFailureIn } from './failure-in.ts'
import { FormFailure } from './form-failure.tsx'
import { FIELD_SETS, type FieldSet, type Job } from './job.ts'
import type { Key } from './key.ts'
import { toAdvice, type Failure } from './request.ts'
import { sendFile } from './send-file.ts'
import { useAddresses } from './use-addresses.ts'

const FIELDS = Object.keys(FIELD_SETS) as FieldSet[]
const FORMATS = ['table', 'csv', 'ndjson'] as const
/** What parts the columns of a file, as `POST /v1/jobs` calls it; a list is a table of one column. */
const DELIMITERS = { '': 'comma', ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe', ' ': 'space' } as const

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
  const [wanted, setFormat] = useState<(typeof FORMATS)[number]>()
  const [isOnce, setOnce] = useState(true)
  const [keyId, setKeyId] = useState(keys[0]?.id ?? '')
  const [sending, setSending] = useState<Sending>()
  const [failure, setFailure] = useState<Failure>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.focus(), [])
  useEffect(() => () => sending?.end.abort(), [sending?.end])
  // A list has no columns of its own that would be worth their way back.
  const format = wanted ?? (table && table.delimiter !== '' ? 'table' : 'csv')
  const isWhole = format === 'table'
  const count = addresses && (isWhole || isOnce ? addresses.distinct : addresses.count)
  const isTooMany = isWhole ? isTooLong(file, addresses) : (count ?? 0) > MAX_ADDRESSES
  const most = MAX_ADDRESSES.toLocaleString(toLocale(lang))
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!addresses || !table || isTooMany || sending) return
    const end = new AbortController()
    setSending({ end, sentBytes: 0, sizeBytes: 0 })
    setFailure(undefined)
    const shape = isWhole && toShape(table, index)
    const input = { key_id: keyId, format, ...shape, fields: FIELD_SETS[fields], lang, name: file.name.slice(-200) }
    const body = isWhole ? await toWhole(file, table.charset) : isOnce ? addresses.once : addresses.all
    const onProgress = (sentBytes: number) => setSending({ end, sentBytes, sizeBytes: body.size })
    onProgress(0)
    const reply = await sendFile<Job>('account/jobs', body, { input, signal: end.signal, onProgress })
    setSending(undefined)
    setFailure(reply?.failure)
    if (reply?.data) onSent()
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
      onKeyDown={({ key }) => key === 'Escape' && !sending && onClose()}
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
            label={t(filesText.format)}
            options={FORMATS.map((value) => ({ value, words: t(filesText[value]) }))}
            value={format}
            onChange={setFormat}
          />
          <Choice
            label={t(filesText.fields)}
            options={FIELDS.map((value) => ({ value, words: t(filesText[value]) }))}
            value={fields}
            onChange={setFields}
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
          {!isWhole && addresses.distinct < addresses.count && (
            <label className="tick">
              <input type="checkbox" checked={isOnce} onChange={({ target }) => setOnce(target.checked)} />
              {t(filesText.once)}
            </label>
          )}
        </div>
      )}
      {addresses && <p className="account-note">{t(isWhole ? filesText.whole : filesText.addressesOnly)}</p>}
      {count !== undefined && left !== null && (
        <p className={`account-note ${count > left ? 'file-short' : ''}`}>
          {t(filesText.cost, { count: count.toLocaleString(toLocale(lang)), left: left.toLocaleString(toLocale(lang)) })}
        </p>
      )}
      <FormFailure
        words={
          broken ??
          (isTooMany
            ? t(isWhole ? filesText.tooLong : filesText.tooMany, { most, size: toSizeWords(MAX_BYTES) })
            : failure && toAdvice(toFailureIn(failure, lang)))
        }
      />
      {sending && <SendingBar sending={sending} />}
      <p className="account-buttons">
        {!fault && (
          <Button kind="primary" type="submit" isBusy={sending !== undefined} disabled={!addresses || isTooMany}>
            {t(sending ? filesText.sending : filesText.start)}
          </Button>
        )}
        <Button kind="ghost" onClick={sending ? () => sending.end.abort() : onClose}>
          {t(filesText.cancel)}
        </Button>
      </p>
    </form>
  )
}

/** A file on its way, and how to end that. Its size is nothing until the first of it has left. */
type Sending = { readonly end: AbortController; readonly sentBytes: number; readonly sizeBytes: number }

function SendingBar({ sending: { sentBytes, sizeBytes } }: { readonly sending: Sending }) {
  const t = useText()
  // All of it has left, or nothing yet: then there is something to wait for, but nothing to tell.
  const isMoving = sentBytes > 0 && sentBytes < sizeBytes
  return (
    <div>
      <progress aria-label={t(filesText.sending)} {...(isMoving && { max: sizeBytes, value: sentBytes })} />
      {sizeBytes > 0 && (
        <p className="account-note">{t(filesText.sent, { sent: toSizeWords(sentBytes), size: toSizeWords(sizeBytes) })}</p>
      )}
    </div>
  )
}

const isTooLong = (file: File, addresses: Addresses | undefined): boolean =>
  file.size > MAX_BYTES || (addresses ? addresses.count + addresses.leftOut > MAX_ADDRESSES : false)

const toShape = ({ delimiter }: FileTable, index = 0) => ({ column: index + 1, delimiter: DELIMITERS[delimiter] })

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
