/** An answer as YAML. What writes it is loaded when it is wanted. */
export async function toYaml(value: unknown): Promise<string> {
  const { writeYamlAnswer } = await import('@octet/core/write-yaml-answer.ts')
  return writeYamlAnswer(value)
}
