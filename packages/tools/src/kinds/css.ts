import { defineKind } from '@octet/core/kind.ts'

const RULE = /^(?:\s|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*(?:@[a-z-]+[^{};]*[{;]|[a-z\d.#*:&[][^{};]*\{)/i
const DECLARATION = /[{;]\s*(?:--)?[a-z-]+\s*:\s*[^;{}]+[;}]/i

export default defineKind({
  id: 'css',
  title: { en: 'CSS', zh: 'CSS' },
  examples: [
    'a { color: red; }',
    '.card{margin:0 auto;&:hover{color:blue}}',
    '@media (width >= 600px) {\n  .a { padding: 1px }\n}',
    ':root{--x:1px}',
  ],
  counterExamples: [
    '{"a":1}',
    'function f() { return 1; }',
    'plain text',
    'a: b',
    'interface User { name: string; age?: number }',
    'fetch("https://example.com", {method:"POST"})',
    '<p style="color:red">x</p>',
    '/*'.repeat(20_000),
  ],
  detect(sample) {
    if (/^[{<]/.test(sample) || !RULE.test(sample) || !DECLARATION.test(sample)) return undefined
    // A call with an object in it is a program; so are types of TypeScript.
    if (/^(?:[\w.$]+\(|interface\s)/.test(sample)) return undefined
    if (/\b(?:function|return|const|let|var|=>|class|import .* from)\b/.test(sample.slice(0, 2000))) return undefined
    return { score: sample.includes('}') ? 0.92 : 0.6 }
  },
})
