import type { FormEvent } from 'react'
import { FieldControl } from '../tool/field-control.tsx'
import { ResultActions } from '../tool/result-actions.tsx'
import { isFieldWrong, type ToolState } from '../tool/view.ts'
import { PrimaryButton } from '../tool/workbench.tsx'

/** One large line to ask with; it works as a plain form when scripts are off. */
export function LookupLine(tool: ToolState) {
  const { fields, input, setInput, run } = tool
  const main = fields.find(({ isMain }) => isMain)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  return (
    <form className="workbench one-line main-row" method="get" onSubmit={onSubmit}>
      <div className="main-line">
        {main && (
          <FieldControl
            field={main}
            isLabelHidden
            value={input[main.name]}
            onChange={(value) => setInput({ [main.name]: value })}
            isWrong={isFieldWrong(tool, main)}
          />
        )}
        <PrimaryButton {...tool} />
      </div>
      <ResultActions {...tool} />
    </form>
  )
}
