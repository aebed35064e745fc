/** An answer as YAML. What writes it is loaded when it is wanted. */
export async function toYaml(value: unknown): Promise<string> {
  const { writeAnswer } = await import('@octet/tools/lib/yaml/write-answer.ts')
  return writeAnswer(value)
}
