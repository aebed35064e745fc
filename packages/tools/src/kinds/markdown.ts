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
  ],
  counterExamples: [
    '# a comment of a shell\nls -l',
    'a: 1\nb: 2',
    'a * b * c',
    '- a\n- b',
    '<h1>x</h1>',
    '#fff',
    '# play\n- hosts: all\n- name: web',
  ],
  detect(sample) {
    if (/^[<{]|^---\n|^#!/.test(sample)) return undefined
    const lines = sample.split('\n').filter((line) => line.trim())
    if (lines.filter((line) => PAIR.test(line)).length * 2 > lines.length) return undefined
    const isTable = MARKS[6]!.test(sample)
    const isTasks = MARKS[2]!.test(sample)
    const count = MARKS.filter((mark) => mark.test(sample)).length
    if (count < 2 && !isTable && !isTasks) return undefined
    return { score: count > 2 || isTable ? 0.93 : 0.88 }
  },
})
