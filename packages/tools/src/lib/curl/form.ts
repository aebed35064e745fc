import type { DataReader } from './data.ts'
import type { FormPart } from './request.ts'

/** `-F name=value`, `name=@file;type=…;filename=…`, `name=<file`; for `--form-string` the value is text whatever it looks like. */
export function readFormPart(written: string, data: DataReader, isPlain = false): FormPart {
  const equals = written.indexOf('=')
  const name = equals < 0 ? written : written.slice(0, equals)
  const value = equals < 0 ? '' : written.slice(equals + 1)
  if (isPlain) return { name, value }
  const mark = /^[@<]/.exec(value)?.[0] ?? ''
  const [content = '', options] = splitOptions(value.slice(mark.length), mark !== '')
  const type = options.get('type')
  const typed = type ? { type } : {}
  if (!mark) return { name, value: content, ...typed, ...toFileName(options) }
  if (mark === '@' && content.includes(',')) {
    const [first = '', ...others] = content.split(',')
    for (const other of others) data.refuseFile(other)
    return toFile(name, first, options)
  }
  return mark === '@' ? toFile(name, content, options) : { name, path: content, ...typed }
}

function toFile(name: string, path: string, options: ReadonlyMap<string, string>): FormPart {
  const fileName = options.get('filename') ?? toBaseName(path)
  return {
    name,
    path,
    fileName,
    type: options.get('type') ?? TYPES[toEnding(fileName)] ?? TYPES[toEnding(path)] ?? 'application/octet-stream',
  }
}

/** The type that curl gives a file by the ending of its name. */
const TYPES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  xml: 'application/xml',
}
const toEnding = (path: string) => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

const toFileName = (options: ReadonlyMap<string, string>) => {
  const fileName = options.get('filename')
  return fileName === undefined ? {} : { fileName }
}

const toBaseName = (path: string) => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

/** The value and the options behind its semicolons; a value in quotes may hold semicolons. */
function splitOptions(text: string, isFile: boolean): [content: string, options: Map<string, string>] {
  const options = new Map<string, string>()
  let content = text
  for (;;) {
    const [whole, key = '', quoted, plain = ''] =
      /;\s*(type|filename|headers|encoder|format)=(?:"((?:[^"\\]|\\.)*)"|([^;"]*(?:;\s*charset=[^;"]*)?))\s*$/i.exec(
        content.slice(-4096),
      ) ?? []
    if (whole === undefined) break
    options.set(key.toLowerCase(), quoted === undefined ? plain.trim() : unescape(quoted))
    content = content.slice(0, -whole.length)
  }
  const [, inner] = /^"((?:[^"\\]|\\.)*)"$/s.exec(content) ?? []
  return [inner === undefined ? (isFile ? content.trim() : content) : unescape(inner), options]
}

const unescape = (text: string) => text.replaceAll(/\\(["\\])/g, '$1')
