import { toCheck, type Check } from '../check.ts'

const KEY = String.raw`[a-z*][a-z\d_.*-]*`
/** A number, string, token, byte sequence, boolean or date (RFC 9651 §3.3). */
const ITEM = String.raw`(?:-?\d{1,15}(?:\.\d{1,3})?|"(?:[ !#-\[\]-~]|\\["\\])*"|[A-Za-z*][\w!#$%&'*+.^\x60|~:/-]*|:[A-Za-z\d+/=]*:|\?[01]|@-?\d{1,15})`
const PARAMETERS = `(?:; *${KEY}(?:=${ITEM})?)*`
const INNER_LIST = String.raw`\( *(?:${ITEM}${PARAMETERS}(?: +${ITEM}${PARAMETERS})* *)?\)`
const MEMBER = new RegExp(String.raw`(${KEY})(?:=(${INNER_LIST}|${ITEM}))?${PARAMETERS}[ \t]*(?:,[ \t]*(?=[a-z*])|$)`, 'y')

/** Which of the browser's features the page and its frames may use. It is asked for beside the others, but missing harms nobody. */
export function checkFeatures(policies: readonly string[]): Check {
  if (policies.length === 0)
    return toCheck(
      'permissions',
      'notice',
      'no Permissions-Policy: camera, location and the like are left to the browser',
      '缺少 Permissions-Policy：摄像头、定位等功能由浏览器默认处理',
    )
  const features = parsePolicy(policies.join(', '))
  if (!features)
    return toCheck('permissions', 'notice', 'a Permissions-Policy that browsers cannot read', '浏览器无法解析 Permissions-Policy')
  const limits = [...features.values()].filter((allowed) => allowed !== undefined && !/(^|[( ])\*(?=$|[ );])/.test(allowed))
  if (limits.length === 0)
    return toCheck('permissions', 'notice', 'a Permissions-Policy that limits nothing', 'Permissions-Policy 未限制任何功能')
  return toCheck(
    'permissions',
    'good',
    `Permissions-Policy limits ${limits.length} ${limits.length === 1 ? 'feature' : 'features'}`,
    `Permissions-Policy 限制了 ${limits.length} 项浏览器功能`,
  )
}

/**
 * The features of a policy with who may use them, which is undefined where nothing is said. It is a dictionary of structured
 * fields, of which one fault makes browsers pass over the whole (RFC 9651 §4.2); of one that comes twice the last counts.
 */
function parsePolicy(text: string): Map<string, string | undefined> | undefined {
  const features = new Map<string, string | undefined>()
  const trimmed = text.replace(/^ +/, '')
  for (MEMBER.lastIndex = 0; MEMBER.lastIndex < trimmed.length;) {
    const [, name, allowed] = MEMBER.exec(trimmed) ?? []
    if (name === undefined) return undefined
    features.set(name, allowed)
  }
  return features
}
