/** Ways of putting Base64 where it is used. */
export const FORMS = ['base64', 'wrapped', 'urlSafe', 'dataUrl', 'html', 'css', 'markdown', 'json'] as const
export type Form = (typeof FORMS)[number]

/** Base64 of one line, in another form. The type is that of the content (RFC 2046), the name that of the file. */
export function toForm(base64: string, form: Form, { mime, name }: { mime: string; name: string }): string {
  const url = `data:${mime};base64,${base64}`
  switch (form) {
    case 'base64':
      return base64
    case 'wrapped':
      return base64.replaceAll(/.{76}(?=.)/g, '$&\n')
    case 'urlSafe':
      return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    case 'dataUrl':
      return url
    case 'html':
      return toElement(url, mime, name)
    case 'css':
      return `url("${url}")`
    case 'markdown':
      return `${mime.startsWith('image/') ? '!' : ''}[${name.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${url})`
    case 'json':
      return JSON.stringify({ name, type: mime, data: base64 })
  }
}

function toElement(url: string, mime: string, name: string): string {
  const label = name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const kind = mime.replace(/\/.*/, '')
  if (kind === 'image') return `<img src="${url}" alt="${label}">`
  if (kind === 'audio' || kind === 'video') return `<${kind} controls src="${url}"></${kind}>`
  return `<a href="${url}" download="${label}">${label}</a>`
}

/** The Base64 in an answer of the tool, which may be a `data:` URL or stand on several lines. */
export const toBareBase64 = (text: string): string => text.replace(/^data:[^,]*,/, '').replaceAll(/\s/g, '')
