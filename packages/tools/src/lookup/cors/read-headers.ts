import { AppError } from '@octet/core/errors.ts'

const MOST_HEADERS = 50
const NAME = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/
/** Bytes of a header that can be sent. */
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/

/**
 * Headers as a page's script sets them: “Name: value” by the line, or names alone with commas between.
 *
 * @throws {AppError} `bad_input`, `too_large`
 */
export function readHeaders(text: string): (readonly [name: string, value: string])[] {
  const headers = text
    .split(/\r?\n/)
    .flatMap((line) => (line.includes(':') ? [line] : line.split(',')))
    .map((line) => line.trim())
    .filter(Boolean)
    .map(readHeader)
  if (headers.length > MOST_HEADERS)
    throw new AppError('too_large', { field: 'headers', limit: MOST_HEADERS, got: headers.length })
  return headers
}

function readHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(':')
  const [name, value] = colon === -1 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  if (NAME.test(name) && VALUE.test(value)) return [name, value]
  throw new AppError('bad_input', {
    field: 'headers',
    expected: { en: '“Name: value” by the line', zh: '每行一个“名称: 值”' },
    got: line.slice(0, 80),
  })
}
