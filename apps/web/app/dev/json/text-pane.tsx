import { useState } from 'react'
import { useText } from '../../lang.tsx'
import { jsonText } from '../../text/dev-json.ts'
import { VirtualRows } from '../virtual-rows.tsx'
import { SearchLine } from './search-line.tsx'
import type { DeskHandle } from './use-desk.ts'
import { useSlice } from './use-slice.ts'

const ROW_PX = 21

/** The lines of a long result, of which those in view come from the worker. */
export default function TextPane({ desk, lines, version }: { desk: DeskHandle; lines: number; version: unknown }) {
  const t = useText()
  const [target, setTarget] = useState<{ row: number }>()
  const [query, setQuery] = useState('')
  const slice = useSlice((from, to) => desk.get().lines(from, to), version)
  return (
    <div className="desk-pane">
      <SearchLine
        label={t(jsonText.searchText)}
        version={version}
        find={(wanted) => desk.get().findLines(wanted)}
        onPlace={(row, wanted) => {
          setQuery(wanted)
          setTarget(row === undefined ? undefined : { row })
        }}
      />
      <VirtualRows count={lines} plainRowPx={ROW_PX} label={t(jsonText.resultText)} target={target} onRange={slice.onRange}>
        {(row) => {
          const line = slice.get(row)
          return (
            <div key={row} className={`line ${target?.row === row ? 'target' : ''}`}>
              <span className="line-number">{row + 1}</span>
              <code>{line && <Marked text={line.text} query={query} />}</code>
              {line && line.chars > line.text.length && (
                <span className="quiet"> … {t(jsonText.cutLine, { count: line.chars.toLocaleString('en') })}</span>
              )}
            </div>
          )
        }}
      </VirtualRows>
    </div>
  )
}

/** A text with what was searched for marked. */
export function Marked({ text, query }: { text: string; query: string }) {
  if (query === '') return text
  const pattern = new RegExp(`(${query.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)})`, 'gi')
  return text.split(pattern).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of one line
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  )
}
