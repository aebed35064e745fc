import { scanSql, type SqlToken } from './tokens.ts'
import type { SqlTraits } from './dialects.ts'

/** SQL with the mark behind it, other than `;`; or a line that is for the client only. */
export type ScriptPart =
  | { readonly kind: 'sql'; readonly text: string; readonly start: number; readonly mark: string }
  | { readonly kind: 'command'; readonly text: string }

/**
 * Takes a script apart at the lines that never reach the server: `DELIMITER //` of mysql with what it cuts, `GO` of sqlcmd.
 * A text without them is one part.
 */
export function readScript(text: string, traits: SqlTraits): ScriptPart[] {
  const isCommand = traits.hasDelimiters ? isDelimiter : traits.hasBatches ? isGo : undefined
  if (!isCommand) return [{ kind: 'sql', text, start: 0, mark: '' }]
  const parts: ScriptPart[] = []
  let mark = ''
  let start = 0
  const flush = (end: number, cutBy: string) => {
    if (text.slice(start, end).trim() !== '') parts.push({ kind: 'sql', text: text.slice(start, end), start, mark: cutBy })
  }
  for (const token of scanSql(text, traits)) {
    if (token.start < start) continue
    const line = token.kind === 'word' ? findLine(text, token) : undefined
    if (line && isCommand(line.text)) {
      flush(token.start, '')
      parts.push({ kind: 'command', text: line.text.trim().replaceAll(/\s+/g, ' ') })
      start = line.end
      mark = toMark(line.text)
    } else if (mark !== '' && /^(?:word|mark)$/.test(token.kind)) {
      const at = findInside(text, token, mark)
      if (at === undefined) continue
      flush(at, mark)
      start = at + mark.length
    }
  }
  flush(text.length, '')
  return parts
}

/** The line that a token begins. */
function findLine(text: string, { start }: SqlToken): { text: string; end: number } | undefined {
  const from = text.lastIndexOf('\n', start - 1) + 1
  if (text.slice(from, start).trim() !== '') return undefined
  const stop = text.indexOf('\n', start)
  const end = stop < 0 ? text.length : stop
  return { text: text.slice(start, end), end }
}

function isDelimiter(line: string): boolean {
  return /^DELIMITER\s+\S+\s*$/i.test(line)
}

function isGo(line: string): boolean {
  return /^GO(?:\s+\d+)?\s*;?\s*$/i.test(line)
}

/** The mark that DELIMITER names; none for the usual one. */
function toMark(line: string): string {
  const [, mark = ';'] = /^DELIMITER\s+(\S+)/i.exec(line) ?? []
  return mark === ';' ? '' : mark
}

/** `END$$` is one token, `//` are two. */
function findInside(text: string, { start, end }: SqlToken, mark: string): number | undefined {
  for (let at = start; at < end; at++) if (text.startsWith(mark, at)) return at
  return undefined
}
