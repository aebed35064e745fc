import { defineKind } from '@octet/core/kind.ts'
import { readNumber } from '../lookup/cn-id/read-number.ts'

export default defineKind({
  id: 'cn-id',
  title: { en: 'Chinese ID number', zh: '身份证号码或信用代码' },
  examples: ['11010519491231002X', '91350100M000100Y43', '110105 19491231 002x', '张三 11010519491231002X'],
  counterExamples: ['110105194912310021', '110105491231002', '91350100M000100Y44', '110105'],
  detect(sample) {
    // Fifteen digits have no check sign, and may be any number.
    if (!/^(?:\p{sc=Han}{2,4}[ :：]?)?[\dA-Z]{6}[\dA-Z\s-]{12,16}$/iu.test(sample)) return undefined
    // A day to come is nobody's birthday; which day today is does not matter here.
    const found = readNumber(sample, new Date(Date.UTC(2200, 0)))
    return found && !found.problem && found.kind !== 'old' ? { score: 0.96 } : undefined
  },
})
