import { toCheck, type Check } from '../check.ts'
import { decodeEntities } from './html-text.ts'

/** Sources that let in scripts from nearly anywhere. */
const WIDE = /^(?:(?:https?:\/\/)?\*(?::(?:\*|\d+))?|https?:|data:|blob:|filesystem:)$/i
/** Beside these browsers ignore `'unsafe-inline'` (CSP 3 §6.7.3.2). */
const NAMED = /^'(nonce-|sha(256|384|512)-|strict-dynamic)/i
/** Beside this they ignore hosts and schemes (CSP 3 §6.7.1.1). */
const DYNAMIC = /^'strict-dynamic'$/i

const hasSource = (sources: readonly string[], wanted: RegExp): boolean => sources.some((source) => wanted.test(source))
const isWide = (sources: readonly string[]): boolean => !hasSource(sources, DYNAMIC) && hasSource(sources, WIDE)
const isInline = (sources: readonly string[]): boolean => !hasSource(sources, NAMED) && hasSource(sources, /^'unsafe-inline'$/i)

/** What Content-Security-Policies say of scripts, which is what they are for. Of several, all count (CSP 3 §4.2): the strictest wins. */
export function checkPolicies(policies: readonly string[]): Check {
  const checks = policies.map(checkPolicy)
  return checks.find(({ verdict }) => verdict === 'good') ?? checks[0] ?? checkPolicy(undefined)
}

export function checkPolicy(policy: string | undefined): Check {
  if (!policy) return toCheck('csp', 'notice', 'no Content-Security-Policy', '缺少 Content-Security-Policy')
  // elements, attributes such as onclick, and all of them, which eval() goes by (CSP 3 §6.1.11–13)
  const all = findDirective(policy, 'script-src') ?? findDirective(policy, 'default-src')
  const elements = findDirective(policy, 'script-src-elem') ?? all
  const attributes = findDirective(policy, 'script-src-attr') ?? all
  if (!elements)
    return toCheck(
      'csp',
      'notice',
      'a Content-Security-Policy that does not limit scripts',
      'Content-Security-Policy 未限制脚本来源',
    )
  if (!all || !attributes || [elements, attributes].some(isInline) || hasSource(all, /^'unsafe-eval'$/i))
    return toCheck(
      'csp',
      'notice',
      'a Content-Security-Policy that allows inline or evaluated code',
      'Content-Security-Policy 允许内联或动态执行',
    )
  if (isWide(elements))
    return toCheck(
      'csp',
      'notice',
      'a Content-Security-Policy that allows scripts from anywhere',
      'Content-Security-Policy 允许来自任意来源的脚本',
    )
  // a base element would send relative addresses of scripts that are let in by their nonce elsewhere (CSP 3 §6.3.1)
  const bases = findDirective(policy, 'base-uri')
  if (hasSource(elements, /^'(nonce-|strict-dynamic)/i) && (!bases || hasSource(bases, WIDE)))
    return toCheck(
      'csp',
      'notice',
      'a Content-Security-Policy with nonces that leaves base-uri open: an injected <base> makes its scripts load from elsewhere',
      'Content-Security-Policy 使用了 nonce 却未限制 base-uri：注入的 <base> 可让脚本从别处加载',
    )
  return toCheck('csp', 'good', 'a strict Content-Security-Policy', 'Content-Security-Policy 严格')
}

/** The values of a directive; of one that comes twice, those of the first. */
export function findDirective(policy: string, wanted: string): string[] | undefined {
  const directives = policy.split(';').map((part) => part.trim().split(/\s+/))
  return directives.find(([name]) => name!.toLowerCase() === wanted)?.slice(1)
}

/** How far into a page its policies are looked for. */
const MAX_HEAD = 100_000

/** The policies that a page gives itself in its head (CSP 3 §3.3), which is of single bytes as far as they go. */
export function findPagePolicies(body: Uint8Array): string[] {
  const text = Buffer.from(body.subarray(0, MAX_HEAD)).toString('latin1')
  const head = text.replaceAll(/<!--[\s\S]*?(-->|$)/g, '').split(/<body[\s>]|<\/head/i, 1)[0]!
  return [...head.matchAll(/<meta\s([^<>]{0,8000})>/gi)].flatMap(([, attributes]) => {
    const isPolicy = /(^|\s)http-equiv\s*=\s*["']?content-security-policy["'\s/]*(\s|$)/i.test(`${attributes} `)
    const [, , inDouble, inSingle] = /(^|\s)content\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes!) ?? []
    const policy = inDouble ?? inSingle
    return isPolicy && policy ? [decodeEntities(policy)] : []
  })
}
