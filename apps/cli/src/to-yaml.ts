import { escapeYaml, mustEscapeYaml } from '@octet/core/escape-yaml.ts'

/**
 * YAML without folded lines that readers of YAML 1.1 read alike: to them the code of Norway is a truth value. What cannot be
 * printed is escaped. What writes it is loaded when it is wanted.
 */
export async function toYaml(value: unknown): Promise<string> {
  const { Document, visit } = await import('yaml')
  const document = new Document(value, { compat: 'yaml-1.1' })
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && mustEscapeYaml(node.value)) node.type = 'QUOTE_DOUBLE'
    },
  })
  return escapeYaml(document.toString({ lineWidth: 0 }))
}
