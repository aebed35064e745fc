/** A rule of a robots.txt. `pattern` is as it is compared; `text` as it stands there. */
export type RobotsRule = {
  readonly isAllow: boolean
  readonly pattern: string
  /** The pattern between its stars. */
  readonly parts: readonly string[]
  /** Whether it ends in `$`. */
  readonly isWhole: boolean
  readonly line: number
  readonly text: string
}

/** Beyond these crawlers need not read (RFC 9309 §2.5). */
export const MAX_ROBOTS_BYTES = 500 * 1024

/**
 * What a line has that crawlers pass over: a rule before every name, a path that begins with neither `/` nor `*` (which no
 * path matches), a field that RFC 9309 does not know, and text without a colon.
 */
export type RobotsRemark = {
  readonly line: number
  readonly kind: 'orphan' | 'lost' | 'unknown' | 'no-colon'
  readonly name: string
}

/** A crawler's way to its answer. */
export type RobotsVerdict = {
  /** The name in the file whose groups count for the crawler; none when there is neither its own nor `*`. */
  readonly name: string | undefined
  /** Lines that begin the groups of that name. */
  readonly groupLines: readonly number[]
  /** The rule that decides; none when nothing forbids the path. */
  readonly rule: RobotsRule | undefined
  /** The other rules that fit, those that come next first. */
  readonly beaten: readonly RobotsRule[]
}

type Group = { readonly line: number; readonly rules: RobotsRule[]; crawlDelay?: string }

const MOST_REMARKS = 200

/**
 * A robots.txt (RFC 9309): which rule decides over a path for a crawler. Groups of the same crawler count as one; records
 * of other kinds, such as `Sitemap`, do not end a group (§2.2.4).
 */
export class RobotsFile {
  /** By name the groups that begin with it. The names of a group share its rules: many names and many rules are not multiplied. */
  readonly #groups = new Map<string, Set<Group>>()
  readonly sitemaps: string[] = []
  /** What crawlers pass over, the first {@link MOST_REMARKS} lines of it. */
  readonly remarks: RobotsRemark[] = []

  constructor(text: string) {
    let group: Group | undefined
    let isNaming = false
    for (const [index, whole] of text
      .replace(/^\ufeff/, '')
      .split(/\r\n|\r|\n/)
      .entries()) {
      const line = index + 1
      const bare = whole.replace(/#.*/, '').trim()
      if (bare === '') continue
      const colon = bare.indexOf(':')
      const key = colon < 0 ? bare : bare.slice(0, colon).trim()
      const value = colon < 0 ? '' : bare.slice(colon + 1).trim()
      if (colon < 0) {
        this.#remark({ line, kind: 'no-colon', name: key })
        continue
      }
      switch (key.toLowerCase()) {
        case 'user-agent':
          if (!isNaming) group = { line, rules: [] }
          isNaming = true
          for (const token of toTokens(value)) this.#name(token, group!)
          break
        case 'allow':
        case 'disallow':
          isNaming = false
          this.#add(group, { isAllow: /^a/i.test(key), path: value, line, text: whole.trim() })
          break
        case 'sitemap':
          if (value !== '') this.sitemaps.push(value)
          break
        case 'crawl-delay':
          if (group) group.crawlDelay ??= value
          break
        default:
          this.#remark({ line, kind: 'unknown', name: key })
      }
    }
  }

  /** Lines with a path that begins with neither `/` nor `*`, which no path matches. */
  get lost(): number[] {
    return this.remarks.filter(({ kind }) => kind === 'lost').map(({ line }) => line)
  }

  #remark(remark: RobotsRemark): void {
    if (this.remarks.length < MOST_REMARKS) this.remarks.push({ ...remark, name: remark.name.slice(0, 100) })
  }

  #name(token: string, group: Group): void {
    const groups = this.#groups.get(token)
    if (groups) groups.add(group)
    else this.#groups.set(token, new Set([group]))
  }

  #add(
    group: Group | undefined,
    { path, ...rule }: Pick<RobotsRule, 'isAllow' | 'line' | 'text'> & { readonly path: string },
  ): void {
    if (!group) this.#remark({ line: rule.line, kind: 'orphan', name: rule.text }) // what stands before every name is nobody's
    if (path === '' || !group) return // an empty path forbids nothing
    if (!/^[/*]/.test(path)) this.#remark({ line: rule.line, kind: 'lost', name: path })
    group.rules.push({ ...rule, text: rule.text.slice(0, 300), ...toPattern(path) })
  }

  /** Whether the file has a group of this very name. */
  has(token: string): boolean {
    return this.#groups.has(token.toLowerCase())
  }

  /** The rule that decides: the longest that fits, of two of one length the one that allows. None when nothing forbids it. */
  find(token: string, path: string): RobotsRule | undefined {
    let best: RobotsRule | undefined
    for (const rule of this.#listFitting(this.#getGroups(token), path)) if (!best || compareRules(rule, best) < 0) best = rule
    return best
  }

  /**
   * The same with what led to it.
   *
   * @example
   * new RobotsFile('User-agent: *\nDisallow: /a\nAllow: /a/b').explain('bot', '/a/b').rule?.line // 3
   */
  explain(token: string, path: string): RobotsVerdict {
    const name = [token.toLowerCase(), '*'].find((it) => this.#groups.has(it))
    const groups = this.#getGroups(token)
    const [rule, ...beaten] = [...this.#listFitting(groups, path)].sort(compareRules)
    return {
      name,
      groupLines: Array.from(groups, ({ line }) => line),
      rule,
      beaten,
    }
  }

  /** Seconds that a crawler's groups ask it to wait between fetches, as written; no part of RFC 9309. */
  findCrawlDelay(token: string): string | undefined {
    return Array.from(this.#getGroups(token), ({ crawlDelay }) => crawlDelay).find((it) => it !== undefined)
  }

  #getGroups(token: string): ReadonlySet<Group> {
    return this.#groups.get(token.toLowerCase()) ?? this.#groups.get('*') ?? new Set()
  }

  *#listFitting(groups: ReadonlySet<Group>, path: string): Generator<RobotsRule> {
    if (path === '/robots.txt') return
    const compared = toComparable(path).replaceAll('*', '%2A').replaceAll('$', '%24')
    for (const { rules } of groups) for (const rule of rules) if (fits(rule, compared)) yield rule
  }
}

/** Longer patterns go before shorter ones, and of one length what allows before what does not; else their order stays. */
function compareRules(a: RobotsRule, b: RobotsRule): number {
  return b.pattern.length - a.pattern.length || Number(b.isAllow) - Number(a.isAllow)
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
function toPattern(path: string): Pick<RobotsRule, 'pattern' | 'parts' | 'isWhole'> {
  const pattern = toComparable(path).replaceAll(/\$(?!$)/g, '%24')
  const isWhole = pattern.endsWith('$')
  return { pattern, isWhole, parts: (isWhole ? pattern.slice(0, -1) : pattern).split('*') }
}

/** Whether a pattern with `*` for anything and `$` for the end fits a path. Looks at each part once, the earliest place first. */
function fits({ parts, isWhole }: RobotsRule, path: string): boolean {
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (!path.startsWith(first)) return false
  let at = first.length
  if (parts.length === 1) return !isWhole || at === path.length
  const end = isWhole ? parts.length - 1 : parts.length
  for (let index = 1; index < end; index++) {
    const part = parts[index]!
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !isWhole || (path.endsWith(last) && path.length - last.length >= at)
}
