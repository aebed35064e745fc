import type { ToolCard } from '@octet/tools/catalogue.ts'
import cards from 'virtual:octet/cards'
import { arrived } from '../arrived.ts'
import type { ViewModule } from './view.ts'

const viewModules = import.meta.glob<ViewModule>('../views/*.tsx')

export type LoadedTool = { readonly card: ToolCard; readonly view: ViewModule | undefined }

/** What a tool's page is drawn from; undefined for an unknown id. */
export async function loadTool(id: string): Promise<LoadedTool | undefined> {
  const importCard = cards[id]
  if (!importCard) return undefined
  const [{ default: card }, view] = await Promise.all([arrived(importCard()), viewModules[`../views/${id}.tsx`]?.()])
  return { card, view }
}
