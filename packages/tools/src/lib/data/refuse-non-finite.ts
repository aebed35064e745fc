import { AppError } from '@octet/core/errors.ts'
import type { JsonNode } from '../json/tree.ts'

/**
 * Lets a tree through to a format that has neither infinities nor not-a-number, which YAML and TOML have. Throws
 * `unsupported_value` with the path of the first.
 */
export function refuseNonFinite(node: JsonNode, path = ''): JsonNode {
  if (node.type === 'array') node.items.forEach((item, index) => refuseNonFinite(item, `${path}[${index}]`))
  else if (node.type === 'object')
    for (const { key, value } of node.entries) refuseNonFinite(value, path === '' ? key : `${path}.${key}`)
  else if (node.type === 'number' && /[IN]/.test(node.raw))
    throw new AppError('unsupported_value', {
      got: path === '' ? node.raw : `${path}: ${node.raw}`,
      reason: {
        en: 'only YAML and TOML have infinities and not-a-number; here they are converted to a format that does not',
        zh: '只有 YAML 与 TOML 能表示无穷与非数值，此处的目标格式不能',
      },
    })
  return node
}
