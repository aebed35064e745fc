/** A text without certain characters at its end; the pattern for it would try again from each of them that stands elsewhere. */
export function cutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}
