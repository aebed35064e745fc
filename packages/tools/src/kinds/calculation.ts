import { defineKind } from '@octet/core/kind.ts'

const MAX_CHARS = 200
const OPERAND = String.raw`[(（√]*[+-]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)[)）%％!]*`
/** A hyphen or a slash without spaces parts dates, numbers of phones and networks. */
const OPERATOR = String.raw`(?: *(?:\*\*|[+*×÷^＋]) *| +[-−/] +| +(?:of|mod) +)`
const CALCULATION = new RegExp(String.raw`^${OPERAND}(?:${OPERATOR}${OPERAND})+ *=? *[?？]?$`, 'i')

export default defineKind({
  id: 'calculation',
  title: { en: 'Calculation', zh: '算式' },
  examples: ['80 + 15%', '15% of 80', '0.1+0.2', '(3 + 4) * 5', '2^256', '12×34=', '1,234.5 - 99.9'],
  counterExamples: [
    '2026-11-29',
    '010-88888888',
    '1/3',
    '0 0 * * *',
    '+86 138 0000 0000',
    '192.0.2.0/24',
    '15%',
    '1-2',
    '10.0.0.1 - 10.0.0.9',
  ],
  detect(sample) {
    if (sample.length > MAX_CHARS || !CALCULATION.test(sample)) return undefined
    return { score: 0.9 }
  },
})
