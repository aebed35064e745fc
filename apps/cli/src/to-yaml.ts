/**
 * YAML without folded lines that readers of YAML 1.1 read alike: to them the code of Norway is a truth value. What writes it is
 * loaded when it is wanted.
 */
export async function toYaml(value: unknown): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(value, { lineWidth: 0, compat: 'yaml-1.1' })
}
