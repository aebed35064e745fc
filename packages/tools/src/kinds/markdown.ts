import { defineKind } from '@octet/core/kind.ts'

/** Each of these is something that other texts rarely hold; two kinds of them are enough. */
const MARKS: readonly RegExp[] = [
  /^#{1,6} \S/m,
  /^(?:```|~~~)/m,
  /^(?:[-*+]|\d{1,3}\.) \[[ xX]\] /m,
  /^(?:[-*+]|\d{1,3}\.) \S.*\n+(?:[-*+]|\d{1,3}\.) \S/m,
  /!?\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/,
  /(?:^|\s)(?:\*\*[^*\n]{1,200}\*\*|__[^_\n]{1,200}__|~~[^~\n]{1,200}~~)/,
  /^\|.{1,2000}\|\s*\n\|(?:\s*:?-+:?\s*\|)+/m,
  /^> \S/m,
  /(?:^|\s)`[^`\n]{1,200}`/,
  /^\S.{0,200}\n(?:={3,}|-{3,})\s*$/m,
]

/** One of these is enough where the text is short. A heading stands alone: a shell's comment has commands below it. */
const SHORT_MARKS: readonly RegExp[] = [
  /^#{1,6} \S[^\n]*$/,
  /(?:^|[\s(（，。：])\*\*[^*\s](?:[^*\n]{0,200}[^*\s])?\*\*/,
  /!?\[[^\]\n]{1,200}\]\((?:https?:\/\/|\/|#|\.)[^)\s]{0,500}\)/,
  /^```[\w+-]*\n[^]*\n```$/,
]
const SHORT_CHARS = 2_000

/** A line of YAML. */
const PAIR = /^\s*(?:- )?[\w.-]+:(?:\s|$)/

export default defineKind({
  id: 'markdown',
  title: { en: 'Markdown', zh: 'Markdown' },
  examples: [
    '# Title\n\nSome **bold** words and a [link](https://example.com).',
    '## 安装\n\n- 第一步\n- 第二步\n',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '- [ ] write\n- [x] read',
    '# Title',
    '## 安装',
    'Some **bold** words',
    '**重要**：先备份',
    'See [the guide](https://example.com/guide).',
    '```js\nlet a = 1\n```',
  ],
  counterExamples: [
    '# a comment of a shell\nls -l',
    'a: 1\nb: 2',
    'a * b * c',
    '- a\n- b',
    '<h1>x</h1>',
    '#fff',
    '# play\n- hosts: all\n- name: web',
    '2**3**4',
    'a ** b ** c',
    'a[0](x)',
    '#',
    '# ',
    'f(**kwargs, **more)',
  ],
  detect(sample) {
    if (/^[<{]|^---\n|^#!/.test(sample)) return undefined
    const lines = sample.split('\n').filter((line) => line.trim())
    if (lines.filter((line) => PAIR.test(line)).length * 2 > lines.length) return undefined
    const isTable = MARKS[6]!.test(sample)
    const isTasks = MARKS[2]!.test(sample)
    const count = MARKS.filter((mark) => mark.test(sample)).length
    if (count < 2 && !isTable && !isTasks) {
      const isShort = sample.length <= SHORT_CHARS && SHORT_MARKS.some((mark) => mark.test(sample))
      return isShort ? { score: 0.6 } : undefined
    }
    return { score: count > 2 || isTable ? 0.93 : 0.88 }
  },
})
