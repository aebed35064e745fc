import { useText } from '../lang.tsx'
import { toolText } from '../text/tool.ts'
import { toExampleWords } from './example-words.ts'
import { toExampleInput, toStartInput, type Input } from './form.ts'
import { isAwaited, type ToolState } from './view.ts'

const MAX_SHOWN = 8

/** Worked examples: one click fills the fields and runs. A tool without fields has nothing to show by them. */
export function Examples(tool: ToolState) {
  const t = useText()
  const { card, fields, run } = tool
  if (card.examples.length === 0 || fields.length === 0) return null
  return (
    <section hidden={isAwaited(tool)}>
      <h2>{t(toolText.examples)}</h2>
      <ul className="examples">
        {card.examples.slice(0, MAX_SHOWN).map((example) => {
          const { value, options } = toExampleWords(fields, example.input as Input, t)
          return (
            <li key={example.name.en}>
              <button
                type="button"
                onClick={({ currentTarget }) => {
                  if (card.needs.length > 0) toRunButton(currentTarget)?.focus({ preventScroll: true })
                  run({ ...toStartInput(fields), ...(toExampleInput(example.input) as Input) })
                  showForm(currentTarget)
                }}
              >
                <strong>{t(example.name)}</strong>
                {value ? <code>{value}</code> : options && <span>{options}</span>}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** What runs and stops has the focus while the examples are away. */
const toRunButton = (example: HTMLElement) => example.closest('.tool')?.querySelector<HTMLElement>('.button.run')

/** Scrolls to the form above the examples when it has left the screen: what a click fills in and gives is seen. */
function showForm(example: HTMLElement): void {
  const head = example.closest('.tool')?.querySelector('.tool-head')
  if (head && head.getBoundingClientRect().bottom < 0) head.scrollIntoView()
}
