import { AppError } from '@octet/core/errors.ts'

/** A header field as it stands, unfolded (RFC 5322 §2.2.3). */
export type HeaderField = { readonly name: string; readonly value: string }

const FIELD = /^([!-9;-~]+)[ \t]*:(.*)$/
/** A message has some dozens; more are not looked at. */
const MOST_FIELDS = 2_000

/**
 * The header of a message or of a copy of it: everything up to the first empty line, oldest line endings and the envelope
 * line of an mbox file included. Lines that are no field are told by number.
 *
 * @throws {AppError} `bad_input` when no line is a field
 */
export function readHeader(text: string): { fields: HeaderField[]; unread: number[] } {
  const fields: { name: string; lines: string[] }[] = []
  const unread: number[] = []
  let number = 0
  for (const line of toLines(text)) {
    number++
    if (line === '' && fields.length > 0) break
    if (line === '' || (fields.length === 0 && /^>?From /.test(line))) continue
    const last = fields.at(-1)
    const [, name, value = ''] = FIELD.exec(line) ?? []
    if (/^[ \t]/.test(line) && last) last.lines.push(line.trim())
    else if (name === undefined) unread.push(number)
    else if (fields.push({ name, lines: [value.trim()] }) >= MOST_FIELDS) break
  }
  if (fields.length === 0) throw new AppError('bad_input', { field: 'text', ...EXPECTED, got: text.trim().slice(0, 80) })
  return { fields: fields.map(({ name, lines }) => ({ name, value: lines.join(' ').trimStart() })), unread }
}

/** A copy that is indented as a whole has no folded lines for that. */
function* toLines(text: string): Generator<string> {
  const indent = /^\uFEFF?(?:[ \t]*\r?\n)*([ \t]*)/.exec(text)?.[1] ?? ''
  const breaks = /\r\n|\r|\n/g
  for (let start = 0; start <= text.length;) {
    const found = breaks.exec(text)
    const line = text.slice(start, found?.index ?? text.length).replace(/^\uFEFF/, '')
    yield (indent !== '' && line.startsWith(indent) ? line.slice(indent.length) : line).trimEnd()
    if (!found) return
    start = breaks.lastIndex
  }
}

const EXPECTED = {
  expected: {
    en: 'header lines such as “Received: from …”, one field a line',
    zh: '“Received: from …”这样的邮件头，每行一个字段',
  },
}
