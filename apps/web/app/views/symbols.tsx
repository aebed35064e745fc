import './symbols.css'
import { useState, type KeyboardEvent } from 'react'
import { SET_WORDS, type SetId, type SignRow } from '@octet/tools/text/symbols/sign.ts'
import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { say, toast } from '../state/toast-store.ts'
import { siteText } from '../text/site.ts'
import { symbolsText } from '../text/symbols.ts'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'
import { copyText, CopyButton } from '../ui/copy-button.tsx'

type Output = { readonly total: number; readonly symbols: readonly SignRow[] }

/** Sets that are read by their names and codes: a table. */
const TABLES: readonly SetId[] = ['ascii', 'hidden']
/** What fits in a line of picked characters. */
const MAX_PICKED = 60

/** All characters as buttons that copy them, in their sets: the one with the best find first. */
export function Result(tool: ToolState<unknown, Output>) {
  const t = useText()
  const [picked, setPicked] = useState<readonly SignRow[]>([])
  const { result, isRunning, error } = tool
  const sets = Map.groupBy(result?.symbols ?? [], ({ set }) => set)
  if (!result) return <ResultPane {...(tool as ToolState)} />
  if ([...sets.keys()].every((set) => TABLES.includes(set))) return <CodeTable {...tool} />
  const pick = async (row: SignRow) => {
    if (!(await copyText(row.char, t(siteText.copyFailed)))) return
    setPicked((before) => [...before, row].slice(-MAX_PICKED))
    toast.success(t(siteText.copied))
  }
  return (
    <div className={`result symbols ${isRunning ? 'is-running' : ''} ${error ? 'is-stale' : ''}`} aria-busy={isRunning}>
      <p className="quiet" role="status">
        {t(result.total === 1 ? symbolsText.one : symbolsText.many, { count: result.total })}
      </p>
      {Array.from(sets, ([set, rows]) => (
        <section key={set}>
          <h2>{t(SET_WORDS[set])}</h2>
          <SignGrid rows={rows} onPick={(row) => void pick(row)} />
        </section>
      ))}
      {picked.length > 0 && <Picked rows={picked} onClear={() => setPicked([])} />}
    </div>
  )
}

/** The characters all together are for programs; controls are shown by the pictures that Unicode has for them. */
function CodeTable(tool: ToolState<unknown, Output>) {
  const symbols = tool.result?.symbols.map((row) => ({ ...row, char: toPicture(row.char) }))
  return <ResultPane {...(tool as ToolState)} result={{ symbols }} />
}

const toPicture = (char: string): string =>
  char.replace(/^[\0-\x20]$/, (control) => String.fromCodePoint(0x2400 + control.codePointAt(0)!)).replace(/^\x7f$/, '\u2421')

/** What nobody sees is shown by its code. */
const toShown = ({ char, code }: SignRow) =>
  /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]$/u.test(char) ? <small>{code.slice(2)}</small> : char

/** One stop for the Tab key; arrows go on from there. */
function SignGrid({ rows, onPick }: { readonly rows: readonly SignRow[]; readonly onPick: (row: SignRow) => void }) {
  const [current, setCurrent] = useState(0)
  const reachable = Math.min(current, rows.length - 1)
  return (
    <div className="symbol-grid" role="group" onKeyDown={moveFocus}>
      {rows.map((row, index) => (
        <button
          key={row.char}
          type="button"
          title={`${row.name} · ${row.code}`}
          aria-label={row.name}
          tabIndex={index === reachable ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onClick={() => onPick(row)}
        >
          {toShown(row)}
        </button>
      ))}
    </div>
  )
}

/** The keys that go from one button to the next, the last, or the one in the next line. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const columns = buttons.filter(({ offsetTop }) => offsetTop === buttons[0]?.offsetTop).length
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: buttons.length - 1,
  }
  const next = buttons[steps[event.key] ?? -1]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** What was clicked, all of it to copy at once, and what there is to know of the last one. */
function Picked({ rows, onClear }: { readonly rows: readonly SignRow[]; readonly onClear: () => void }) {
  const t = useText()
  const text = rows.map(({ char }) => char).join('')
  const { name, code, decimal, html, shortcode } = rows.at(-1)!
  const forms = [code, decimal, html, shortcode].filter((form) => form !== undefined)
  const clear = () => {
    onClear()
    say(t(symbolsText.clear))
  }
  return (
    <aside className="symbols-picked" aria-label={t(symbolsText.picked)}>
      <p>
        <output>{text}</output>
        <CopyButton text={text} />
        <Button icon="X" isIconOnly kind="ghost" onClick={clear}>
          {t(symbolsText.clear)}
        </Button>
      </p>
      <p className="quiet">
        <span>{name}</span>
        {forms.map((form) => (
          <code key={form}>{form}</code>
        ))}
      </p>
    </aside>
  )
}
