import type { FormPart } from './request.ts'

export const BOUNDARY = '----OctetFormBoundary7f3a9c'

/** A piece of a body: text, or the content of a file. */
export type Piece = { readonly text: string } | { readonly path: string }

/** A form as it goes over the wire (RFC 7578), files by their path. */
export function toMultipart(parts: readonly FormPart[]): Piece[] {
  const pieces: Piece[] = []
  let text = ''
  for (const { name, value, path, fileName, type } of parts) {
    const shown = fileName === undefined ? '' : `; filename="${escapeName(fileName)}"`
    const typed = type ?? (fileName === undefined ? undefined : 'application/octet-stream')
    text += `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${escapeName(name)}"${shown}\r\n`
    text += `${typed ? `Content-Type: ${typed}\r\n` : ''}\r\n`
    if (path === undefined) text += value ?? ''
    else {
      pieces.push({ text }, { path })
      text = ''
    }
    text += '\r\n'
  }
  return [...pieces, { text: `${text}--${BOUNDARY}--\r\n` }]
}

/** As browsers and curl write names (HTML, multipart/form-data encoding). */
export const escapeName = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
