import { Document, visit } from 'yaml'
import { escapeYaml, mustEscapeYaml } from './escape-yaml.ts'

/**
 * What JSON can hold as YAML without folded lines that readers of YAML 1.1 read alike: to them the code of Norway is a truth
 * value. What cannot be printed is escaped.
 */
export function writeYamlAnswer(value: unknown): string {
  const document = new Document(value, { compat: 'yaml-1.1' })
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && mustEscapeYaml(node.value)) node.type = 'QUOTE_DOUBLE'
    },
  })
  return escapeYaml(document.toString({ lineWidth: 0 }))
}
