import type { Root } from 'postcss'
import { parseCss, writeCss } from '../../lib/css/format.ts'

export type CssInput = {
  readonly action: 'format' | 'minify' | 'prefix' | 'specificity' | 'colours'
  /** One level of indentation. */
  readonly indent: string
  readonly sortsProperties: boolean
  readonly browsers: string
  readonly dropsOld: boolean
}
type CssOutput = {
  text: string
  selectors?: { specificity: string; selector: string; line: number }[]
  colours?: { colour: string; spellings: string; count: number; lines: string }[]
  notes?: { line: number; note: string }[]
}

/** Does what was chosen with a style sheet. Throws `syntax_error`, `too_large`; `bad_input` for a query of browsers. */
export async function runCss(
  text: string,
  { action, indent, sortsProperties, browsers, dropsOld }: CssInput,
): Promise<CssOutput> {
  // Selectors alone have no block.
  const root = await parseCss(action === 'specificity' && /^[^{]+$/.test(text.trim()) ? `${text}{}` : text)
  if (sortsProperties && action === 'format') (await import('../../lib/css/sort.ts')).sortDeclarations(root)
  switch (action) {
    case 'format':
      return { text: writeCss(root, { indent }) }
    case 'minify':
      return { text: writeCss(root, { indent: '' }) }
    case 'prefix': {
      const { addPrefixes } = await import('../../lib/css/prefix.ts')
      const notes = await addPrefixes(root, { browsers, dropsOld })
      return { text: writeCss(root, { indent }), ...(notes.length > 0 ? { notes } : {}) }
    }
    case 'specificity':
      return findSelectors(root)
    case 'colours':
      return findColours(root)
  }
}

async function findSelectors(root: Root): Promise<CssOutput> {
  const { listSelectors } = await import('../../lib/css/specificity.ts')
  const selectors = listSelectors(root).map((row) => ({ ...row, specificity: row.specificity.join(',') }))
  return { text: selectors.map(({ specificity, selector }) => `${specificity}  ${selector}`).join('\n'), selectors }
}

async function findColours(root: Root): Promise<CssOutput> {
  const { listColours } = await import('../../lib/css/colours.ts')
  const colours = listColours(root).map(({ hex, spellings, count, lines }) => ({
    colour: hex || spellings[0]!,
    spellings: spellings.join(' · '),
    count,
    lines: lines.join(', '),
  }))
  return { text: colours.map(({ colour }) => colour).join('\n'), colours }
}
