import { useText } from '../lang.tsx'
import { toolText } from '../text/tool.ts'
import { toExampleInput, toStartInput, type Input } from './form.ts'
import type { ToolState } from './view.ts'

const MAX_SHOWN = 8
const MAX_CHARS = 60

/** Worked examples: one click fills the fields and runs. */
export function Examples({ card, fields, run }: ToolState) {
  const t = useText()
  if (card.examples.length === 0) return null
  const main = fields.find(({ isMain }) => isMain)?.name ?? ''
  return (
    <section>
      <h2>{t(toolText.examples)}</h2>
      <ul className="examples">
        {card.examples.slice(0, MAX_SHOWN).map((example) => (
          <li key={example.name.en}>
            <button type="button" onClick={() => run({ ...toStartInput(fields), ...(toExampleInput(example.input) as Input) })}>
              <strong>{t(example.name)}</strong>
              <code>{toPreview((example.input as Input)[main] ?? example.input)}</code>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function toPreview(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS)}…` : line
}
