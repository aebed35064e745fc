import { useText } from '../../lang.tsx'
import { toSizeWords } from '../../size-words.ts'
import { toast } from '../../state/toast-store.ts'
import { jsonText } from '../../text/dev-json.ts'
import { siteText } from '../../text/site.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-button.tsx'
import { VirtualRows } from '../virtual-rows.tsx'
import { SearchLine } from './search-line.tsx'
import { TreeNode } from './tree-node.tsx'
import { useTree, type OpenTree } from './use-tree.ts'

const ROW_PX = 26

/** A JSON document as a tree: folded and unfolded, searched, with path, value and size of each part. */
export default function TreePane(opened: OpenTree) {
  const t = useText()
  const { desk, version } = opened
  const { rows, slice, current, target, chosen, query, relay, choose, onKeyDown, onPlace } = useTree(opened)
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
            <TreeNode
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
