import { useText } from '../../lang.tsx'
import { toSizeWords } from '../../size-words.ts'
import { jsonText } from '../../text/dev-json.ts'
import { Icon } from '../../ui/icon.tsx'
import type { TreeRow } from './desk.ts'
import { Marked } from './text-pane.tsx'

type TreeNodeProps = {
  readonly row: TreeRow
  readonly at: number
  readonly query: string
  readonly isCurrent: boolean
  readonly onToggle: () => void
  readonly onChoose: () => void
}

/** One row of a tree: a name, and a value or what lies below. */
export function TreeNode({ row, at, query, isCurrent, onToggle, onChoose }: TreeNodeProps) {
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
