import type { JsonInput, JsonOutput } from '@octet/tools/format/json/input.ts'
import { useText } from '../../lang.tsx'
import { jsonText } from '../../text/dev-json.ts'
import { ErrorLine } from '../../tool/status-line.tsx'
import type { ToolState } from '../../tool/view.ts'
import { Button } from '../../ui/button.tsx'

export type Place = { readonly line: number; readonly column: number }

type MistakeProps = { readonly tool: ToolState<JsonInput, JsonOutput>; readonly goTo: (place: Place) => void }

/** What is wrong, with the ways to its place in the text and to a repaired one. */
export function Mistake({ tool, goTo }: MistakeProps) {
  const t = useText()
  const { error, input, run } = tool
  if (!error) return null
  // It may also lie in the query or the schema.
  const { line, column, format } = error.data
  const isInText = typeof format === 'string' && /^JSON[C5]?$/.test(format)
  return (
    <>
      <ErrorLine {...(tool as ToolState)} />
      {isInText && typeof line === 'number' && typeof column === 'number' && (
        <p className="json-mend">
          <Button icon="Target" onClick={() => goTo({ line, column })}>
            {t(jsonText.goToPlace, { line, column })}
          </Button>
          {input.action !== 'repair' && (
            <Button icon="Bandage" onClick={() => run({ action: 'repair' })}>
              {t(jsonText.repair)}
            </Button>
          )}
        </p>
      )}
    </>
  )
}
