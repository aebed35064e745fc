import { groupDigits } from '../group-digits.ts'
import { useText } from '../lang.tsx'
import { toSizeWords } from '../size-words.ts'
import { siteText } from '../text/site.ts'
import { toolText } from '../text/tool.ts'
import type { Schema } from '../tool/schema.ts'
import { toAfter, toUnitText } from '../tool/unit-words.ts'
import { saveFile } from '../tool/result-actions.tsx'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-button.tsx'
import { toast } from '../state/toast-store.ts'
import { isCode, isTwoLanguages } from './shape.ts'

/** A single value. A click copies it. */
export function Value({ value, schema }: { value: unknown; schema: Schema }) {
  const t = useText()
  if (value === null || value === undefined)
    return (
      <span className="none">
        – <span className="hidden">{t(toolText.unknown)}</span>
      </span>
    )
  if (typeof value === 'boolean')
    return <span className={`flag ${value ? 'yes' : 'no'}`}>{t(value ? toolText.yes : toolText.no)}</span>
  if (value instanceof Blob)
    return (
      <Button
        icon="Download"
        onClick={() => saveFile(value instanceof File ? value : new File([value], 'result', { type: value.type }))}
      >
        {`${t(toolText.download)} (${toSizeWords(value.size)})`}
      </Button>
    )
  const words = toValueWords(value, schema, t)
  const copied = isTwoLanguages(value) ? words : String(value)
  if (words === '') return <span className="none">–</span>
  return (
    <button
      type="button"
      className={`value ${typeof value === 'number' ? 'figure' : DAY.test(words) ? 'day' : isCode(words) ? 'code' : ''}`}
      title={t(siteText.copy)}
      onClick={async () => (await copyText(copied, t(siteText.copyFailed))) && toast.success(t(siteText.copied))}
    >
      {words}
      {schema.unit && <span className="unit">{toAfter(t(toUnitText(schema.unit)))}</span>}
    </button>
  )
}

/** ISO 8601, not to be broken at its hyphens. */
const DAY = /^\d{4}-\d\d-\d\d$/

/** A value as words: an option by its label, a text in two languages in the page's. */
function toValueWords(value: unknown, schema: Schema, t: ReturnType<typeof useText>): string {
  if (isTwoLanguages(value)) return t(value)
  const option = schema.options?.[String(value)]
  if (option) return t(option)
  if (schema.isCount) return groupDigits(String(value))
  if (Array.isArray(value)) return value.map(String).join(', ')
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return String(value)
}
