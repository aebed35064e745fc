import type { ReactNode } from 'react'
import type { JsonInput, JsonOutput } from '@octet/tools/format/json/input.ts'
import { useText } from '../../lang.tsx'
import { jsonText } from '../../text/dev-json.ts'
import { ResultActions } from '../../tool/result-actions.tsx'
import type { ToolState } from '../../tool/view.ts'
import { Button } from '../../ui/button.tsx'
import { Fields, findField, MoreFields } from '../tool-form.tsx'
import { QueryLine } from './query-line.tsx'
import type { BigRun } from './use-big-run.ts'

const BUTTONS = ['format', 'minify', 'repair'] as const
const OTHERS = ['validate', 'stats', 'schema', 'types', 'escape', 'unescape'] as const
const TARGETS = ['yaml', 'toml', 'csv', 'xml', 'sql', 'toon'] as const

type JsonToolbarProps = {
  readonly tool: ToolState<JsonInput, JsonOutput>
  readonly big: BigRun | undefined
  readonly actions?: ReactNode
}

/** What is done most as buttons, the rest in a list; below it a line for queries. */
export function JsonToolbar({ tool, big, actions }: JsonToolbarProps) {
  const t = useText()
  const { input, run, setInput } = tool
  const act = (change: Partial<JsonInput>) => (big ? setInput(change) : run(change))
  const words = findField(tool, 'action')?.schema.options ?? {}
  const targets = findField(tool, 'to')?.schema.options ?? {}
  const isSorted = input.sortKeys !== 'none'
  const other =
    input.action === 'convert' ? `to-${input.to}` : (OTHERS as readonly string[]).includes(input.action) ? input.action : ''
  const onOther = (value: string) =>
    value.startsWith('to-')
      ? act({ action: 'convert', to: value.slice(3) as JsonInput['to'] })
      : act({ action: (value || 'format') as JsonInput['action'] })
  return (
    <>
      <div className="toolbar json-bar">
        <span className="segments" role="group" aria-label={t(jsonText.actions)}>
          {BUTTONS.map((action) => (
            <button key={action} type="button" aria-pressed={input.action === action} onClick={() => act({ action })}>
              {t(jsonText[action])}
            </button>
          ))}
        </span>
        <Button
          icon="SortAscendingLetters"
          aria-pressed={isSorted}
          onClick={() =>
            act({ sortKeys: isSorted ? 'none' : 'asc', ...(input.action === 'minify' ? {} : { action: 'format' as const }) })
          }
        >
          {t(jsonText.sort)}
        </Button>
        <select aria-label={t(jsonText.more)} value={other} onChange={(event) => onOther(event.target.value)}>
          <option value="">{t(jsonText.more)}</option>
          {TARGETS.map((id) => (
            <option key={id} value={`to-${id}`}>
              → {targets[id] ? t(targets[id]) : id}
            </option>
          ))}
          {OTHERS.map((id) => (
            <option key={id} value={id}>
              {words[id] ? t(words[id]) : id}
            </option>
          ))}
        </select>
        {actions ?? <ResultActions {...(tool as ToolState)} />}
      </div>
      <div className="toolbar json-bar">
        <Fields tool={tool} names={['indent', 'typesIn', 'draft', 'formats', 'ascii', 'table', 'quote']} />
        <QueryLine input={input} act={act} />
      </div>
      <MoreFields
        tool={tool}
        names={['syntax', 'sortKeys', 'unicode', 'foldWidth', 'nested', 'plain', 'slurp', 'raw', 'compact', 'nullInput', 'args']}
      />
    </>
  )
}
