import type { FormEvent } from 'react'
import { useText } from '../lang.tsx'
import { toolText } from '../text/tool.ts'
import { FieldControl } from '../tool/field-control.tsx'
import { ResultActions } from '../tool/result-actions.tsx'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'

/** One large line to ask with; it works as a plain form when scripts are off. */
export function LookupLine(tool: ToolState) {
  const t = useText()
  const { fields, input, setInput, run, cancel, isRunning } = tool
  const main = fields.find(({ isMain }) => isMain)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  return (
    <form className="workbench one-line ip-ask" method="get" onSubmit={onSubmit}>
      <div className="main-line">
        {main && (
          <FieldControl
            field={main}
            isLabelHidden
            value={input[main.name]}
            onChange={(value) => setInput({ [main.name]: value })}
            isWrong={tool.error?.data.field === main.name}
          />
        )}
        {isRunning ? (
          <Button className="run" icon="PlayerStop" onClick={cancel}>
            {t(toolText.cancel)}
          </Button>
        ) : (
          <Button kind="primary" className="run" type="submit">
            {t(toolText.lookUp)}
          </Button>
        )}
      </div>
      <ResultActions {...tool} />
    </form>
  )
}
