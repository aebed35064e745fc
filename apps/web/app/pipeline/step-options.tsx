import type { ToolCard } from '@octet/tools/catalogue.ts'
import { useId } from 'react'
import { useText } from '../lang.tsx'
import { pipelineText } from '../text/pipeline.ts'
import { toolText } from '../text/tool.ts'
import { FieldControl } from '../tool/field-control.tsx'
import { toStartInput, toVisibleFields } from '../tool/form.ts'
import type { Field } from '../tool/schema.ts'
import { findMainInput, toOptionFields, type EditStep } from './steps.ts'

type OptionProps = {
  readonly step: EditStep
  readonly card: ToolCard | undefined
  readonly onChange: (part: Partial<EditStep>) => void
}

/** The options of a step, drawn from the tool's schema, and whether it runs on each line. */
export function StepOptions({ step, card, onChange }: OptionProps) {
  const t = useText()
  if (!card) return <p className="step-loading" aria-hidden="true" />
  const fields = toOptionFields(card)
  const values = { ...toStartInput(fields), ...step.options }
  const visible = toVisibleFields(fields, values).filter(({ control }) => control !== 'file')
  const more = visible.filter(({ isAdvanced }) => isAdvanced)
  const draw = (field: Field) => (
    <StepField
      key={field.name}
      field={field}
      value={values[field.name]}
      onChange={(value) => onChange({ options: { ...step.options, [field.name]: value } })}
    />
  )
  return (
    <div className="step-options">
      {visible.filter(({ isAdvanced }) => !isAdvanced).map(draw)}
      {findMainInput(card) !== undefined && <EachLine isOn={step.eachLine} onChange={(eachLine) => onChange({ eachLine })} />}
      {more.length > 0 && (
        <details className="more">
          <summary>{t(toolText.moreOptions)}</summary>
          <div className="more-fields">{more.map(draw)}</div>
        </details>
      )}
    </div>
  )
}

/** Radio buttons of two steps with the same tool must not share a group, hence the name of its own. */
function StepField({ field, value, onChange }: { field: Field; value: unknown; onChange: (value: unknown) => void }) {
  const id = useId()
  const help = field.isSecret ? (field.help ?? pipelineText.secretHelp) : field.help
  return <FieldControl field={{ ...field, name: `${field.name}-${id}`, help }} value={value} onChange={onChange} />
}

function EachLine({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useText()
  const id = useId()
  return (
    <div className="field toggle-field each-line" title={t(pipelineText.eachLineHelp)}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="switch"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{t(pipelineText.eachLine)}</label>
    </div>
  )
}
