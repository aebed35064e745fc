import { useText } from '../lang.tsx'
import { SearchList } from '../palette/search-list.tsx'
import { searchTools } from '@octet/tools/search/search-tools.ts'
import { toolPlaces } from '../palette/searchable.ts'
import { useQuery } from '../palette/use-query.ts'
import { pipelineText } from '../text/pipeline.ts'

/** Chooses the tool of a step: by its name in both languages, pinyin or route. */
export default function ToolPicker({ onPick, onClose }: { onPick: (id: string) => void; onClose: () => void }) {
  const t = useText()
  const [query, setQuery] = useQuery()
  const entries = searchTools(toolPlaces, query).map(({ id, icon, title, note }) => ({
    key: id,
    icon,
    title: t(title),
    note: t(note),
    open: () => onPick(id),
  }))
  return (
    <SearchList
      title={t(pipelineText.pickTitle)}
      label={t(pipelineText.pickTitle)}
      placeholder={t(pipelineText.pickHint)}
      none={t(pipelineText.pickNone)}
      query={query}
      entries={entries}
      onQuery={setQuery}
      onClose={onClose}
    />
  )
}
