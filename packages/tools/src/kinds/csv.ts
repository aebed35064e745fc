import { defineKind } from '@octet/core/kind.ts'
import { splitLines } from '@octet/core/lines.ts'

export default defineKind({
  id: 'csv',
  title: { en: 'CSV table', zh: 'CSV 表格' },
  examples: ['id,name,city\n1,Ann,Oslo\n2,Bo,"Paris, FR"', 'a;b\n1;2\n3;4', 'x\ty\tz\n1\t2\t3'],
  counterExamples: [
    'one line, with a comma',
    'Dear Ann,\nhow are you?',
    '[1,\n2]',
    'a: b, c\nd: e, f',
    '00000000  7f 45 |.E|\n00000010  03 00 |..|',
  ],
  detect(sample) {
    // The signs behind a hex dump stand between two |.
    if (/^[\da-f]{6,8}:? {1,2}[\da-f]{2}/i.test(sample)) return undefined
    if (/^[[{<]/.test(sample) || /^[ \t]*[\w-]+:\s/m.test(sample)) return undefined
    const lines = splitLines(sample)
      .filter((line) => line.trim())
      .slice(0, 50)
    if (lines.length < 2) return undefined
    for (const mark of [',', '\t', ';', '|']) {
      const widths = lines.map((line) => line.replaceAll(/"(?:[^"]|"")*"/g, '').split(mark).length)
      const [width = 1] = widths
      const same = widths.filter((each) => each === width).length
      if (width > 1 && same / widths.length > 0.9 && !/^[A-Za-z\s]+,$/.test(lines[0]!)) {
        const note = { en: `${width} columns`, zh: `${width} 列` }
        return { score: width > 2 ? 0.85 : mark === ',' ? 0.6 : 0.75, note }
      }
    }
    return undefined
  },
})
