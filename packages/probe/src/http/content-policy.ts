import { toCheck, type Check } from '../check.ts'
import { decodeEntities } from './html-text.ts'

/** Sources that let in scripts from nearly anywhere. */
const WIDE = /^(\*|https?:|data:|blob:)$/i
/** Beside these browsers ignore `'unsafe-inline'` (CSP 3 §6.7.3.2). */
const NAMED = /^'(nonce-|sha(256|384|512)-|strict-dynamic)/i

/** What Content-Security-Policies say of scripts, which is what they are for. Of several, all count (CSP 3 §4.2): the strictest wins. */
export function checkPolicies(policies: readonly string[]): Check {
  const checks = policies.map(checkPolicy)
  return checks.find(({ verdict }) => verdict === 'good') ?? checks[0] ?? checkPolicy(undefined)
}

export function checkPolicy(policy: string | undefined): Check {
  if (!policy) return toCheck('csp', 'notice', 'no Content-Security-Policy', '缺少 Content-Security-Policy')
  const sources = findSources(policy)
  if (!sources)
    return toCheck(
      'csp',
      'notice',
      'a Content-Security-Policy that does not limit scripts',
      'Content-Security-Policy 未限制脚本来源',
    )
  const isNamed = sources.some((source) => NAMED.test(source))
  const isInline = !isNamed && sources.some((source) => /^'unsafe-inline'$/i.test(source))
  if (isInline || sources.some((source) => /^'unsafe-eval'$/i.test(source)))
    return toCheck(
      'csp',
      'notice',
      'a Content-Security-Policy that allows inline or evaluated code',
      'Content-Security-Policy 允许内联或动态执行',
    )
  if (!isNamed && sources.some((source) => WIDE.test(source)))
    return toCheck(
      'csp',
      'notice',
      'a Content-Security-Policy that allows scripts from anywhere',
      'Content-Security-Policy 允许来自任意来源的脚本',
    )
  // a base element would send relative addresses of scripts that are let in by their nonce elsewhere (CSP 3 §6.3.1)
  if (sources.some((source) => /^'(nonce-|strict-dynamic)/i.test(source)) && !findDirective(policy, 'base-uri'))
    return toCheck(
      'csp',
      'notice',
      'a Content-Security-Policy with nonces that leaves base-uri open: an injected <base> makes its scripts load from elsewhere',
      'Content-Security-Policy 使用了 nonce 却未限制 base-uri：注入的 <base> 可让脚本从别处加载',
    )
  return toCheck('csp', 'good', 'a strict Content-Security-Policy', 'Content-Security-Policy 严格')
}

/** The sources of scripts: those of `script-src`, else of `default-src`. */
function findSources(policy: string): string[] | undefined {
  return findDirective(policy, 'script-src') ?? findDirective(policy, 'default-src')
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
