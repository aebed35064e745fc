import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { toReasonText, type ReasonRule } from '../foreign-reason.ts'
import type { Root } from 'postcss'

export type PrefixOptions = {
  /** Browsers to care for, in the words of Browserslist; of what it finds in files nothing is used. */
  readonly browsers: string
  /** Takes out prefixes that none of them needs. */
  readonly dropsOld: boolean
}
export type PrefixNote = { readonly line: number; readonly note: string }

/** Properties in one rule, and parts of one transition: Autoprefixer looks from each of them at all others. */
const MAX_BESIDE = 10_000

/**
 * Adds vendor prefixes in place (Autoprefixer, Can I Use). Throws `bad_input` for a query that names no browsers,
 * `too_large` for more than {@link MAX_BESIDE} properties in a rule.
 */
export async function addPrefixes(root: Root, { browsers, dropsOld }: PrefixOptions): Promise<PrefixNote[]> {
  refuseCrowded(root)
  // These read packages, files and settings of the machine.
  if (/\bextends\b|\bconfig\b|\bstats\b/i.test(browsers)) throw badQuery(browsers)
  const [{ default: postcss }, { default: autoprefixer }] = await Promise.all([import('postcss'), import('autoprefixer')])
  const restore = hideInherited(root)
  try {
    const prefixer = autoprefixer({ overrideBrowserslist: browsers.split(','), remove: dropsOld })
    const result = postcss([prefixer]).process(root, { from: undefined })
    return result
      .sync()
      .warnings()
      .map(({ line, text }) => ({ line, note: text }))
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'BrowserslistError') throw badQuery(browsers, cause)
    throw cause
  } finally {
    restore()
  }
}

/** Autoprefixer looks properties up in plain objects, and takes `constructor` for one it knows: such names stand aside meanwhile. */
function hideInherited(root: Root): () => void {
  const hidden: (() => void)[] = []
  root.walkDecls((declaration) => {
    const { prop } = declaration
    if (!(prop.replace(/^-\w+-/, '') in Object.prototype)) return
    declaration.prop = `--${prop}`
    hidden.push(() => void (declaration.prop = prop))
  })
  return () => {
    for (const show of hidden) show()
  }
}

function refuseCrowded(root: Root): void {
  root.walk((node) => {
    if (node.type === 'rule' && node.nodes.length > MAX_BESIDE) throw tooMany(PROPERTIES, node.nodes.length)
    if (node.type !== 'decl' || !node.prop.startsWith('transition') || node.value.length <= MAX_BESIDE) return
    const parts = node.value.split(',').length
    if (parts > MAX_BESIDE) throw tooMany(PARTS, parts)
  })
}

const PROPERTIES: Text = { en: 'The number of properties in one rule', zh: '单条规则的属性数' }
const PARTS: Text = { en: 'The number of parts of a transition', zh: 'transition 的项数' }
const tooMany = (field: Text, got: number) => new AppError('too_large', { field, limit: MAX_BESIDE, got })

/** What Browserslist says of a query. */
const REASONS: readonly ReasonRule[] = [
  [/^Unknown browser query (`.*`)/s, (query) => `不认识的条件 ${query}`],
  [/^Unknown browser (.*)/s, (name) => `不认识的浏览器 ${name}`],
  [/^Unknown version (.*) of (.*)/s, (version, name) => `${name} 没有版本 ${version}`],
  [/^Write any browsers query .* before (`.*`)/s, (part) => `${part} 之前应有条件`],
  [/^Unknown (?:time|date)|^Using newly available with a date/, () => '时间无效'],
  [/^Unknown feature name (.*)/s, (name) => `不认识的特性 ${name}`],
  [
    /not (?:supported|available) in client-side|^Custom usage statistics|^Country statistics|^Unknown country/,
    () => '此处没有所需的统计数据',
  ],
]

function badQuery(got: string, cause?: Error): AppError {
  const said = cause?.message.split('. ')[0]
  const expected: Text = {
    en: `browsers such as “defaults” or “> 0.5%, last 2 versions”${said ? ` (${said})` : ''}`,
    zh: `浏览器范围，如“defaults”或“> 0.5%, last 2 versions”${said ? `（${toReasonText(said, REASONS).zh}）` : ''}`,
  }
  return new AppError('bad_input', { field: 'browsers', expected, got: got.slice(0, 60) }, cause ? { cause } : undefined)
}
