declare module 'virtual:octet/catalogue' {
  import type { CatalogueRow } from '@octet/tools/catalogue.ts'
  const rows: readonly Omit<CatalogueRow, 'summary' | 'words' | 'accepts' | 'files'>[]
  export default rows
}
declare module 'virtual:octet/search' {
  import type { CatalogueRow } from '@octet/tools/catalogue.ts'
  const rows: readonly Pick<CatalogueRow, 'id' | 'summary' | 'words' | 'accepts' | 'files'>[]
  export default rows
}
declare module 'virtual:octet/summaries' {
  import type { Text } from '@octet/core/text.ts'
  const summaries: Readonly<Record<string, Text>>
  export default summaries
}
declare module 'virtual:octet/cards' {
  import type { ToolCard } from '@octet/tools/catalogue.ts'
  const cards: Readonly<Record<string, () => Promise<{ default: ToolCard }>>>
  export default cards
}
declare module 'virtual:octet/views' {
  const views: Readonly<Record<string, (() => Promise<import('./tool/view.ts').ViewModule>) | undefined>>
  export default views
}
declare module 'virtual:octet/tool-modules' {
  import type { AnyTool } from '@octet/core/tool.ts'
  const modules: Readonly<Record<string, () => Promise<{ default: AnyTool }>>>
  export default modules
}
declare module 'virtual:octet/kinds' {
  import type { Kind } from '@octet/core/kind.ts'
  const kinds: readonly Kind[]
  export default kinds
}
declare module 'virtual:octet/assets' {
  export const iconsUrl: string
  export const worldUrl: string
  export const coastsUrl: string
  export const townsUrl: string
}
declare module 'virtual:octet/built' {
  const built: import('./document.ts').BuiltAssets | null
  export default built
}
