import { defineKind } from '@octet/core/kind.ts'

/** `/pattern/flags` as programs write it (ECMA-262 §12.9.5): no slash of its own but in a class or behind a backslash. */
const LITERAL = /^\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]{0,8})$/
/** What means something in a pattern and is rare in a path. */
const SIGN = /\\[dDwWsSbB/.]|[[({^$|]|[*+?](?!$)|[+?]$/
const MAX_CHARS = 2_000

export default defineKind({
  id: 'regex-literal',
  title: { en: 'Regular expression', zh: '正则表达式' },
  examples: ['/re/g', String.raw`/^\d{4}-\d\d$/`, String.raw`/(?<user>[^@]+)@example\.com/i`, '/[/]+/'],
  counterExamples: [
    '/usr/bin/',
    '/usr/',
    '/home/us',
    '/v1/ip/8.8.8.8',
    '// a comment',
    '/* a comment */',
    '/a/gg',
    '/api?x=1',
    '1/2/3',
    `/${'['.repeat(1_000)}`,
  ],
  detect(sample) {
    const [, pattern = '', flags = ''] = (sample.length <= MAX_CHARS && LITERAL.exec(sample)) || []
    if (pattern === '' || pattern.startsWith('*') || new Set(flags).size < flags.length) return undefined
    if (!SIGN.test(pattern) && !/^[gim]{1,3}$/.test(flags)) return undefined
    return { score: 0.9, text: toInline(flags) + pattern.replaceAll(String.raw`\/`, '/') }
  },
})

/** The flags that change what is found, as RE2 takes them within the pattern. All matches are shown anyway. */
function toInline(flags: string): string {
  const kept = flags.replaceAll(/[^ims]/g, '')
  return kept && `(?${kept})`
}
