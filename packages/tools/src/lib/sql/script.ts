import { scanSql, type ScannedSql, type SqlToken } from './tokens.ts'
import type { SqlTraits } from './dialects.ts'

/** SQL with the mark behind it, other than `;`; or lines that are for the client only, `rows` for what it copies into a table. */
export type ScriptPart =
  | ({ readonly kind: 'sql'; readonly start: number; readonly mark: string } & ScannedSql)
  | { readonly kind: 'command' | 'rows'; readonly text: string }

/**
 * Takes a script apart at the lines that never reach the server: `DELIMITER //` of mysql with what it cuts, `GO` of sqlcmd,
 * `/` of SQL*Plus, `\connect` of psql and the rows that it copies. A text without them is one part.
 */
export function* readScript(text: string, traits: SqlTraits): Generator<ScriptPart> {
  const tokens = scanSql(text, traits)
  const { first, isCommand } = toClient(traits)
  let mark = ''
  let start = 0
  function* flush(end: number, cutBy: string): Generator<ScriptPart> {
    const part = text.slice(start, end)
    if (part.trim() === '') return
    const isWhole = part.length === text.length
    yield { kind: 'sql', text: part, tokens: isWhole ? tokens : scanSql(part, traits), start, mark: cutBy }
  }
  if (hasCommands(text, traits))
    for (const [index, token] of tokens.entries()) {
      if (token.start < start) continue
      const kind = traits.hasBackslashLines && token.kind === 'comment' ? toKind(token.raw) : undefined
      if (kind) {
        yield* flush(token.start, '')
        yield { kind, text: kind === 'rows' ? token.raw.slice(token.raw.indexOf('\n') + 1) : token.raw.trimEnd() }
        start = token.end
        continue
      }
      const isFirst = first.test(token.raw) && beginsLine(tokens[index - 1])
      const line = isFirst ? readLine(text, token.start) : undefined
      if (line && isCommand(line.text)) {
        yield* flush(token.start, '')
        yield { kind: 'command', text: line.text.replaceAll(/\s+/g, ' ') }
        start = line.end
        mark = toMark(line.text)
      } else if (mark !== '' && /^(?:word|mark)$/.test(token.kind)) {
        const at = findInside(text, token, mark)
        if (at === undefined) continue
        yield* flush(at, mark)
        start = at + mark.length
      }
    }
  yield* flush(text.length, '')
}

/** Whether words of the client may be in a text; most have none. */
export function hasCommands(text: string, { hasBackslashLines, hasDelimiters, hasBatches, hasSlashLines }: SqlTraits): boolean {
  if (hasBackslashLines) return /\\[a-z!?.]/i.test(text)
  if (hasDelimiters) return /\bDELIMITER\s/i.test(text)
  return (hasBatches === true && /\bGO\b/i.test(text)) || (hasSlashLines === true && /^[ \t]*\/[ \t]*\r?$/m.test(text))
}

/** What a comment is that is none: what begins with a `\` is a line for psql, with a line end the rows that it copies. */
function toKind(raw: string): 'command' | 'rows' | undefined {
  return raw.startsWith('\\') ? 'command' : /^[ \t]*\r?\n/.test(raw) ? 'rows' : undefined
}

type Client = { readonly first: RegExp; isCommand(line: string): boolean }

function toClient({ hasDelimiters, hasSlashLines }: SqlTraits): Client {
  if (hasDelimiters) return { first: /^DELIMITER$/i, isCommand: isDelimiter }
  return hasSlashLines ? { first: /^\/$/, isCommand: (line) => line === '/' } : { first: /^GO$/i, isCommand: isGo }
}

/** Whether a line begins behind a token, or behind none. */
function beginsLine(before: SqlToken | undefined): boolean {
  return before === undefined || (before.kind === 'space' && (before.start === 0 || before.raw.includes('\n')))
}

function readLine(text: string, start: number): { text: string; end: number } {
  const stop = text.indexOf('\n', start)
  const end = stop < 0 ? text.length : stop
  return { text: text.slice(start, end).trim(), end }
}

function isDelimiter(line: string): boolean {
  return /^DELIMITER\s+\S+$/i.test(line)
}

function isGo(line: string): boolean {
  return /^GO(?:\s+\d+)?\s*;?$/i.test(line)
}

/** The mark that DELIMITER names; none for the usual one. */
function toMark(line: string): string {
  const [, mark = ';'] = /^DELIMITER\s+(\S+)/i.exec(line) ?? []
  return mark === ';' ? '' : mark
}

/** `END$$` is one token, `//` are two. */
function findInside(text: string, { start, end }: SqlToken, mark: string): number | undefined {
  const at = text.slice(start, end + mark.length - 1).indexOf(mark)
  return at < 0 ? undefined : start + at
}
