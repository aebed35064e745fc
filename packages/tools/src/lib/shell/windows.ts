/** What cmd.exe hands to the program: `^` takes the meaning from the next character, and at the end of a line joins it to the next. */
export function unescapeCmd(text: string): string {
  let out = ''
  let isQuoted = false
  for (let pos = 0; pos < text.length; pos++) {
    const char = text[pos]!
    if (char === '^' && !isQuoted) {
      const joint = /^\r?\n/.exec(text.slice(pos + 1, pos + 3))?.[0].length ?? 0
      const next = /^\r?\n|^[\s\S]?/.exec(text.slice(pos + 1 + joint))![0]
      out += next.replace('\r', '')
      pos += joint + next.length
      continue
    }
    if (char === '"') isQuoted = !isQuoted
    // What stands behind the line, or behind a pipe, is another command.
    if (!isQuoted && /[\n|&]/.test(char) && out.trim() !== '') break
    out += char === '\r' ? '' : char
  }
  return out
}

/** The words of a command line as programs on Windows read it: `\"` and `""` are quotes, other backslashes stay. */
export function splitLine(line: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let isQuoted = false
  for (const [piece] of line.matchAll(/\\*""?|\\+|\s|[^\\"\s]+/g)) {
    if (/^\s/.test(piece) && !isQuoted) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (piece.endsWith('"')) {
      const quotes = /"+$/.exec(piece)![0].length
      const slashes = piece.length - quotes
      word = (word ?? '') + '\\'.repeat(slashes >> 1)
      let left = quotes
      if (slashes % 2 === 1) {
        word += '"'
        left--
      }
      if (left === 2 && isQuoted) word += '"'
      else if (left === 1) isQuoted = !isQuoted
    } else word = (word ?? '') + piece
  }
  if (word !== undefined) words.push(word)
  return words
}
