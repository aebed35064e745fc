import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'base64',
  title: { en: 'Base64', zh: 'Base64' },
  examples: ['5Lit5paHIPCfmIA=', 'SGVsbG8sIHdvcmxkIQ==', 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'c3ViamVjdHM_X2Q9MX4'],
  counterExamples: ['hello', 'plain text', 'example.com', 'd41d8cd98f00b204e9800998ecf8427e', '12345678901234567890'],
  detect(sample) {
    const dense = sample.replaceAll(/\s/g, '')
    if (dense.length < 8 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(dense) || /^[0-9a-f]+$/i.test(dense)) return undefined
    const body = dense.replace(/=+$/, '')
    if (body.length % 4 === 1 || (dense !== body && dense.length % 4)) return undefined
    if (/\s/.test(sample.trim()) && !/^\S{60,}(\r?\n\S+)+$/.test(sample.trim())) return undefined
    const text = readText(body.slice(0, 4096 - (4096 % 4)))
    if (text !== undefined) return { score: dense === body ? 0.75 : 0.95, note: toNote(text) }
    return isMixed(body) && body.length >= 16 ? { score: dense === body ? 0.5 : 0.85 } : undefined
  },
})

/** Upper and lower case and a digit or sign: chance words and numbers seldom have all three. */
function isMixed(body: string): boolean {
  return /[A-Z]/.test(body) && /[a-z]/.test(body) && /[0-9+/_-]/.test(body) && !/[-_].*[-_].*[-_]/.test(body)
}

/** The content if it is readable UTF-8. */
function readText(body: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(body.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // oxlint-disable-next-line no-control-regex -- control characters tell binary from text
    return /[\0-\x08\x0e-\x1f\x7f]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

function toNote(text: string): { en: string; zh: string } {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
  return { en: `reads “${shown}”`, zh: `内容为“${shown}”` }
}
