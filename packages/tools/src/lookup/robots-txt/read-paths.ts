import { AppError } from '@octet/core/errors.ts'
import { findUrl } from '../../lib/find-url.ts'

const MOST_URLS = 200
const MAX_CHARS = 2048

/** What is asked about: a page, by the path and query that rules are compared with. */
export type Asked = {
  readonly written: string
  readonly path: string
  /** Scheme, host and port; none for a bare path. */
  readonly origin: string | undefined
}

/**
 * Reads URLs and paths, one a line; `#…` at the end of one is no part of what crawlers ask for. Throws `bad_input`, `too_large`.
 *
 * @example
 * readPaths('example.com/a?b#c') // [{ written: 'example.com/a?b#c', path: '/a?b', origin: 'https://example.com' }]
 */
export function readPaths(text: string): Asked[] {
  const lines = text.split('\n').map((line) => line.trim())
  const asked = lines.flatMap((written, index) => (written === '' ? [] : [readPath(written, index + 1)]))
  if (asked.length > MOST_URLS) throw new AppError('too_large', { field: 'urls', limit: MOST_URLS, got: asked.length })
  return asked
}

function readPath(written: string, line: number): Asked {
  if (written.length > MAX_CHARS) throw new AppError('too_large', { field: 'urls', limit: MAX_CHARS, got: written.length })
  const isPath = written.startsWith('/') && !written.startsWith('//')
  const isWhole = /^[a-z][a-z\d+.-]*:\/\//i.test(written)
  const url = isPath
    ? findUrl(written, 'https://example.com')
    : findUrl(isWhole ? written : `https://${written.replace(/^\/+/, '')}`)
  if (!url || !/^https?:$/.test(url.protocol) || (!isPath && !isWhole && /\s/.test(written)))
    throw new AppError('bad_input', {
      field: 'urls',
      expected: {
        en: `a path such as /private/ or a URL with http or https on line ${line}`,
        zh: `路径（如 /private/）或 http、https 网址（第 ${line} 行）`,
      },
      got: written,
      line,
    })
  return { written, path: url.pathname + url.search, origin: isPath ? undefined : url.origin }
}
