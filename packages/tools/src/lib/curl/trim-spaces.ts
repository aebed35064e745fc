const SPACES = ' \t\n\v\f\r'

/** Without the spaces of ASCII at both ends, which is what curl takes away; a no-break space is part of a value. */
export function trimSpaces(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && SPACES.includes(text[start]!)) start++
  while (end > start && SPACES.includes(text[end - 1]!)) end--
  return text.slice(start, end)
}
