import { toCheck, type Check } from '../check.ts'

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
  return toCheck('csp', 'good', 'a strict Content-Security-Policy', 'Content-Security-Policy 严格')
}

/** The sources of scripts: those of `script-src`, else of `default-src`; of a directive that comes twice, the first. */
function findSources(policy: string): string[] | undefined {
  const directives = policy.split(';').map((part) => part.trim().split(/\s+/))
  const find = (wanted: string) => directives.find(([name]) => name!.toLowerCase() === wanted)?.slice(1)
  return find('script-src') ?? find('default-src')
}
