import { useEffect, useState, type KeyboardEvent } from 'react'
import { useText } from '../../lang.tsx'
import { toSizeWords } from '../../size-words.ts'
import { toast } from '../../state/toast-store.ts'
import { jsonText } from '../../text/dev-json.ts'
import { siteText } from '../../text/site.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { VirtualRows } from '../virtual-rows.tsx'
import type { TreeRow } from './desk.ts'
import { SearchLine } from './search-line.tsx'
import { Marked } from './text-pane.tsx'
import type { DeskHandle } from './use-desk.ts'
import { useSlice } from './use-slice.ts'

const ROW_PX = 26

type TreePaneProps = {
  readonly desk: DeskHandle
  readonly syntax: string
  readonly version: unknown
  /** The document, when the worker does not hold it yet. */
  readonly text: string | undefined
}

/** A JSON document as a tree: folded and unfolded, searched, with path, value and size of each part. */
export default function TreePane({ desk, syntax, version, text }: TreePaneProps) {
  const t = useText()
  const [rows, setRows] = useState(0)
  const [edition, setEdition] = useState(0)
  const [current, setCurrent] = useState(0)
  const [target, setTarget] = useState<{ row: number }>()
  const [chosen, setChosen] = useState<{ row: TreeRow; path: string }>()
  const [query, setQuery] = useState('')
  const shape = `${String(version)} ${edition}`
  const slice = useSlice((from, to) => desk.get().treeRows(from, to), shape)

  useEffect(() => {
    let isGone = false
    setChosen(undefined)
    setRows(0)
    const open = async () => {
      if (text !== undefined) await desk.get().load(text)
      const count = await desk.get().openTree(syntax)
      if (isGone) return
      setRows(count)
      setEdition((last) => last + 1)
    }
    void open()
    return () => {
      isGone = true
    }
  }, [desk, syntax, version, text])

  const relay = async (count: Promise<number>) => {
    setRows(await count)
    setEdition((last) => last + 1)
  }
  const choose = async (at: number, known = slice.get(at)) => {
    setCurrent(at)
    const row = known ?? (await desk.get().treeRows(at, at + 1))[0]
    if (row) setChosen({ row, path: await desk.get().path(row.node) })
  }
  const move = (at: number) => {
    const row = Math.max(0, Math.min(rows - 1, at))
    setTarget({ row })
    void choose(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = slice.get(current)
    if (event.key === 'ArrowDown') move(current + 1)
    else if (event.key === 'ArrowUp') move(current - 1)
    else if (event.key === 'Home') move(0)
    else if (event.key === 'End') move(rows - 1)
    else if (event.key === 'ArrowRight' && row && row.children > 0 && !row.isOpen) void relay(desk.get().toggle(row.node))
    else if (event.key === 'ArrowRight') move(current + 1)
    else if (event.key === 'ArrowLeft' && row?.isOpen && row.children > 0) void relay(desk.get().toggle(row.node))
    else if (event.key === 'ArrowLeft') move(current - 1)
    else return
    event.preventDefault()
  }
  const onPlace = async (node: number | undefined, wanted: string) => {
    setQuery(wanted)
    if (node === undefined) return
    const found = await desk.get().reveal(node)
    setRows(found.rows)
    setEdition((last) => last + 1)
    setTarget({ row: found.row })
    setCurrent(found.row)
    const [row] = await desk.get().treeRows(found.row, found.row + 1)
    if (row) setChosen({ row, path: await desk.get().path(row.node) })
  }
  const copy = async (text: string) => {
    if (await copyText(text, t(siteText.copyFailed))) toast.success(t(siteText.copied))
  }

  return (
    <div className="desk-pane tree-pane">
      <div className="tree-bar">
        <SearchLine
          label={t(jsonText.searchTree)}
          version={version}
          find={(wanted) => desk.get().findNodes(wanted)}
          onPlace={(node, wanted) => void onPlace(node, wanted)}
        />
        <Button kind="ghost" icon="FoldDown" isIconOnly onClick={() => void relay(desk.get().setAll(true))}>
          {t(jsonText.unfoldAll)}
        </Button>
        <Button kind="ghost" icon="FoldUp" isIconOnly onClick={() => void relay(desk.get().setAll(false))}>
          {t(jsonText.foldAll)}
        </Button>
      </div>
      <VirtualRows
        count={rows}
        plainRowPx={ROW_PX}
        role="tree"
        label={t(jsonText.tree)}
        target={target}
        onRange={slice.onRange}
        onKeyDown={onKeyDown}
        activeId={rows > 0 && slice.get(current) ? `tree-${current}` : undefined}
      >
        {(at) => {
          const row = slice.get(at)
          return row ? (
            <Node
              key={at}
              row={row}
              at={at}
              query={query}
              isCurrent={at === current}
              onToggle={() => void relay(desk.get().toggle(row.node))}
              onChoose={() => void choose(at, row)}
            />
          ) : (
            <div key={at} className="node" role="presentation" />
          )
        }}
      </VirtualRows>
      <footer className="tree-foot">
        {chosen ? (
          <>
            <code>{chosen.path}</code>
            <span className="quiet">{toSizeWords(chosen.row.chars)}</span>
            <Button kind="ghost" icon="Route" onClick={() => void copy(chosen.path)}>
              {t(jsonText.copyPath)}
            </Button>
            <Button kind="ghost" icon="Copy" onClick={async () => void copy(await desk.get().value(chosen.row.node))}>
              {t(jsonText.copyValue)}
            </Button>
          </>
        ) : (
          <span className="quiet">{t(jsonText.chooseNode)}</span>
        )}
      </footer>
    </div>
  )
}

type NodeProps = {
  readonly row: TreeRow
  readonly at: number
  readonly query: string
  readonly isCurrent: boolean
  readonly onToggle: () => void
  readonly onChoose: () => void
}

function Node({ row, at, query, isCurrent, onToggle, onChoose }: NodeProps) {
  const t = useText()
  const isBranch = row.type === 'object' || row.type === 'array'
  const count = t(row.type === 'object' ? jsonText.keys : jsonText.items, { count: row.children.toLocaleString('en') })
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree around it has the focus and the keys
    <div
      id={`tree-${at}`}
      className={`node ${isCurrent ? 'target' : ''}`}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={isCurrent}
      {...(isBranch && row.children > 0 ? { 'aria-expanded': row.isOpen } : {})}
      style={{ paddingInlineStart: 8 + row.depth * 16 }}
      onClick={() => {
        onChoose()
        if (isBranch && row.children > 0) onToggle()
      }}
    >
      <span className="fold" aria-hidden="true">
        {isBranch && row.children > 0 && <Icon name={row.isOpen ? 'ChevronDown' : 'ChevronRight'} size={14} />}
      </span>
      {row.name !== undefined && (
        <>
          <code className={typeof row.name === 'number' ? 'place' : 'key'}>
            <Marked text={String(row.name)} query={typeof row.name === 'number' ? '' : query} />
          </code>
          <span className="colon">:</span>
        </>
      )}
      {isBranch ? (
        <span className="quiet">
          {row.type === 'object' ? '{}' : '[]'} {count} · {toSizeWords(row.chars)}
        </span>
      ) : (
        <code className={row.type}>
          <Marked text={row.value} query={query} />
        </code>
      )}
    </div>
  )
}
