import type { ToolCard } from '@octet/tools/catalogue.ts'
import cards from 'virtual:octet/cards'
import views from 'virtual:octet/views'
import { arrived } from '../arrived.ts'
import type { ViewModule } from './view.ts'

export type LoadedTool = { readonly card: ToolCard; readonly view: ViewModule | undefined }

/** What a tool's page is drawn from; undefined for an unknown id. */
export async function loadTool(id: string): Promise<LoadedTool | undefined> {
  const importCard = cards[id]
  if (!importCard) return undefined
  const importView = views[id]
  // Without its view a tool would be drawn from its schema for as long as the page is being loaded anew.
  const [{ default: card }, view] = await Promise.all([arrived(importCard()), importView && arrived(importView())])
  return { card, view }
}
