import { definePage } from '../page.ts'
import { EmbedPage } from '../embed/embed-page.tsx'
import { findTool } from '../catalogue.ts'
import { embedText } from '../text/embed.ts'
import { loadTool, type LoadedTool } from '../tool/load-tool.ts'

export default definePage<LoadedTool | undefined>({
  title: embedText.title,
  description: embedText.description,
  layout: 'simple',
  isEmbedded: true,
  isPrivate: true,
  isValid: ({ id = '' }) => findTool(id) !== undefined,
  load: ({ id = '' }) => loadTool(id),
  describe: (tool) => tool && { title: tool.card.title, description: tool.card.summary },
  Component: EmbedPage,
})
