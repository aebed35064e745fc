import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { MeasurementType } from '@octet/core/probe/measurement.ts'
import { useText } from '../lang.tsx'
import { pointText as words, typeWords } from '../text/points.ts'
import { Button } from '../ui/button.tsx'
import { beginMeasurement } from './begin-measurement.ts'
import { Choice } from './choice.tsx'
import { PROTOCOLS, RECORDS } from './measure-options.ts'

type MeasureFormProps = {
  readonly type: MeasurementType
  readonly target: string
  readonly from: string
  readonly onFrom: (from: string) => void
}

const TYPES = Object.keys(typeWords) as MeasurementType[]
const COUNTS = [1, 3, 5, 10, 20, 50]

/** Begins a measurement and goes to its page. */
export function MeasureForm({ type: firstType, target: firstTarget, from, onFrom }: MeasureFormProps) {
  const t = useText()
  const navigate = useNavigate()
  const [type, setType] = useState(firstType)
  const [target, setTarget] = useState(firstTarget)
  const [limit, setLimit] = useState(10)
  const [protocol, setProtocol] = useState('icmp')
  const [record, setRecord] = useState('A')
  const [isBeginning, setBeginning] = useState(false)
  const [failure, setFailure] = useState('')
  const help = useId()

  const begin = async () => {
    setBeginning(true)
    const measurementOptions = {
      ...(PROTOCOLS[type]?.includes(protocol) && { protocol }),
      ...(type === 'dns' && { recordType: record }),
    }
    const { id, failure = '' } = await beginMeasurement({
      type,
      target: target.trim(),
      locations: from.trim() || 'world',
      limit,
      measurementOptions,
    })
    setBeginning(false)
    setFailure(failure)
    if (id) void navigate({ to: `/measurements/${id}` as string })
  }

  return (
    <form
      method="dialog"
      className="measure-form"
      onInput={() => setFailure('')}
      onSubmit={(event) => {
        event.preventDefault()
        void begin()
      }}
    >
      <label className="measure-type">
        <span>{t(words.type)}</span>
        <select value={type} onChange={({ target }) => setType(target.value as MeasurementType)}>
          {TYPES.map((one) => (
            <option key={one} value={one}>
              {t(typeWords[one])}
            </option>
          ))}
        </select>
      </label>
      <label className="measure-target">
        <span>{t(words.target)}</span>
        <input
          value={target}
          required
          spellCheck={false}
          autoCapitalize="none"
          placeholder={t(type === 'http' ? words.urlPlaceholder : words.targetPlaceholder)}
          onChange={({ target }) => setTarget(target.value)}
        />
      </label>
      {PROTOCOLS[type] && <Choice label={t(words.protocol)} value={protocol} values={PROTOCOLS[type]} onChange={setProtocol} />}
      {type === 'dns' && <Choice label={t(words.recordType)} value={record} values={RECORDS} onChange={setRecord} />}
      <label className="measure-from">
        <span>{t(words.from)}</span>
        <input
          value={from}
          spellCheck={false}
          placeholder={t(words.fromPlaceholder)}
          aria-describedby={help}
          onChange={({ target }) => onFrom(target.value)}
        />
      </label>
      <Choice
        label={t(words.count)}
        value={String(limit)}
        values={COUNTS.map(String)}
        onChange={(value) => setLimit(Number(value))}
      />
      <Button type="submit" kind="primary" icon="PlayerPlay" isBusy={isBeginning}>
        {t(isBeginning ? words.beginning : words.begin)}
      </Button>
      <p className="quiet" id={help}>
        {t(words.fromHelp)}
      </p>
      <p className="field-error" role="alert">
        {failure}
      </p>
    </form>
  )
}
