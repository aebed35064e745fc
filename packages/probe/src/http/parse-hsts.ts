import type { Text } from '@octet/core/text.ts'

/** What a Strict-Transport-Security header asks for. */
export type Hsts = { readonly maxAgeSeconds: number; readonly hasSubdomains: boolean; readonly isPreload: boolean }

/** A directive with what stands behind its equals sign; in quotes a semicolon ends nothing. */
const DIRECTIVE = /([^;="]*)(?:=(\s*"[^"]*"\s*|[^;"]*))?(?:;|$)/y
const MAX_SHOWN = 60

/** Reads the header as strictly as browsers do, which pass over the whole of one that is not well formed (RFC 6797 §6.1). */
export function parseHsts(value: string): Hsts | { readonly fault: Text } {
  const directives = splitDirectives(value)
  if (!directives) return { fault: UNENDED }
  const twice = ['max-age', 'includesubdomains'].find((name) => directives.filter(([key]) => key === name).length > 1)
  if (twice) return { fault: { en: `${twice} stands there twice`, zh: `${twice} 出现了两次` } }
  const found = new Map(directives)
  const age = found.get('max-age')
  const seconds = age?.replace(/^"(.*)"$/, '$1')
  if (seconds === undefined) return { fault: NO_AGE }
  if (!/^\d+$/.test(seconds)) return { fault: toNoSeconds(seconds) }
  if (found.get('includesubdomains') !== undefined) return { fault: WITH_VALUE }
  return { maxAgeSeconds: Number(seconds), hasSubdomains: found.has('includesubdomains'), isPreload: found.has('preload') }
}

/** The directives by their names in small letters; nothing where they are not of the form `name` or `name=value`. */
function splitDirectives(value: string): [name: string, value: string | undefined][] | undefined {
  const directives: [string, string | undefined][] = []
  DIRECTIVE.lastIndex = 0
  while (DIRECTIVE.lastIndex < value.length) {
    const match = DIRECTIVE.exec(value)
    if (!match) return undefined
    const [name = '', content] = match.slice(1).map((part: string | undefined) => part?.trim())
    if (name === '' && content !== undefined) return undefined
    if (name !== '') directives.push([name.toLowerCase(), content])
  }
  return directives
}

function toNoSeconds(age: string): Text {
  const shown = age.slice(0, MAX_SHOWN)
  const isListed = age.includes(',')
  return {
    en: `max-age is “${shown}”, which is no number of seconds${isListed ? '; directives are parted by semicolons' : ''}`,
    zh: `max-age 为“${shown}”，不是秒数${isListed ? '；各项应以分号分隔' : ''}`,
  }
}

const NO_AGE: Text = { en: 'it has no max-age', zh: '缺少 max-age' }
const WITH_VALUE: Text = { en: 'includeSubDomains takes no value', zh: 'includeSubDomains 不带值' }
const UNENDED: Text = { en: 'it is not written as name=value with semicolons between', zh: '不是以分号分隔的“名称=值”形式' }
