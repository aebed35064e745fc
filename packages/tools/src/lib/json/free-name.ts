/** The name, or with the first number from 2 that makes it unlike those taken; takes it. */
export function toFreeName(base: string, taken: Set<string>): string {
  let name = base
  for (let i = 2; taken.has(name); i++) name = `${base}${i}`
  taken.add(name)
  return name
}
