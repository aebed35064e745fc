/** A rule of a robots.txt. `pattern` is as it is compared; `text` as it stands there. */
export type RobotsRule = {
  readonly isAllow: boolean
  readonly pattern: string
  readonly line: number
  readonly text: string
}

/** Beyond these crawlers need not read (RFC 9309 §2.5). */
export const MAX_ROBOTS_BYTES = 500 * 1024

/**
 * A robots.txt (RFC 9309): which rule decides over a path for a crawler. Groups of the same crawler count as one; records
 * of other kinds, such as `Sitemap`, do not end a group (§2.2.4).
 */
export class RobotsFile {
  /** By name the groups that begin with it. The names of a group share its rules: many names and many rules are not multiplied. */
  readonly #groups = new Map<string, Set<RobotsRule[]>>()
  readonly sitemaps: string[] = []
  /** Lines with a path that begins with neither `/` nor `*`, which no path matches. */
  readonly lost: number[] = []

  constructor(text: string) {
    let rules: RobotsRule[] | undefined
    let isNaming = false
    for (const [index, whole] of text
      .replace(/^\ufeff/, '')
      .split(/\r\n|\r|\n/)
      .entries()) {
      const [, key = '', value = ''] = /^\s*([\w-]+)\s*:(.*)$/.exec(whole.replace(/#.*/, '')) ?? []
      switch (key.toLowerCase()) {
        case 'user-agent':
          if (!isNaming) rules = []
          isNaming = true
          for (const token of toTokens(value)) this.#name(token, rules!)
          break
        case 'allow':
        case 'disallow':
          isNaming = false
          this.#add(rules, { isAllow: /^a/i.test(key), path: value.trim(), line: index + 1, text: whole.trim() })
          break
        case 'sitemap':
          if (value.trim() !== '') this.sitemaps.push(value.trim())
      }
    }
  }

  #name(token: string, rules: RobotsRule[]): void {
    const groups = this.#groups.get(token)
    if (groups) groups.add(rules)
    else this.#groups.set(token, new Set([rules]))
  }

  #add(rules: RobotsRule[] | undefined, { path, ...rule }: Omit<RobotsRule, 'pattern'> & { readonly path: string }): void {
    if (path === '' || !rules) return // an empty path forbids nothing, and what stands before every name is nobody's
    if (!/^[/*]/.test(path)) this.lost.push(rule.line)
    rules.push({ ...rule, text: rule.text.slice(0, 300), pattern: toComparablePattern(path) })
  }

  /** The rule that decides: the longest that fits, of two of one length the one that allows. None when nothing forbids it. */
  find(token: string, path: string): RobotsRule | undefined {
    if (path === '/robots.txt') return undefined
    const groups = this.#groups.get(token.toLowerCase()) ?? this.#groups.get('*') ?? new Set()
    const compared = toComparable(path).replaceAll('*', '%2A').replaceAll('$', '%24')
    let best: RobotsRule | undefined
    for (const rules of groups)
      for (const rule of rules) {
        const isLonger = !best || rule.pattern.length > best.pattern.length
        const isKinder = rule.pattern.length === best?.pattern.length && rule.isAllow && !best.isAllow
        if ((isLonger || isKinder) && fits(rule.pattern, compared)) best = rule
      }
    return best
  }
}

/** The name in a `User-agent` line: its product token (§2.2.1), and all of it, as some have spaces in theirs. */
function toTokens(value: string): string[] {
  const name = value.split('/')[0]!.trim().toLowerCase()
  if (name.startsWith('*')) return ['*']
  const token = /^[a-z_-]+/.exec(name)?.[0]
  return [...new Set([name, token ?? name])].filter((it) => it !== '')
}

/** A path whose bytes can be compared: beyond ASCII all are percent-encoded, and nothing that needs none is (§2.2.2). */
function toComparable(path: string): string {
  const ascii = path.toWellFormed().replaceAll(/[^\u0021-\u007e]+/g, encodeURIComponent)
  return ascii.replaceAll(/%[\da-f]{2}/gi, (byte) => {
    const letter = String.fromCharCode(Number.parseInt(byte.slice(1), 16))
    return /[\w.~-]/.test(letter) ? letter : byte.toUpperCase()
  })
}

/** The same with `*` for anything and `$` at its end left as they are; a `$` elsewhere stands for itself, as `%24` does (§2.2.3). */
function toComparablePattern(pattern: string): string {
  return toComparable(pattern).replaceAll(/\$(?!$)/g, '%24')
}

/** Whether a pattern with `*` for anything and `$` for the end fits a path. Looks at each part once, the earliest place first. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(parts[0]!)) return false
  let at = parts[0]!.length
  if (parts.length === 1) return !isWhole || at === path.length
  for (const part of parts.slice(1, isWhole ? -1 : undefined)) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !isWhole || (path.endsWith(parts.at(-1)!) && path.length - parts.at(-1)!.length >= at)
}
