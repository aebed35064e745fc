import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'morse',
  title: { en: 'Morse code', zh: '摩斯电码' },
  examples: ['... --- ...', '.... . .-.. .-.. --- / .-- --- .-. .-.. -..', '·−· ·−'],
  counterExamples: ['...', '---', '- a list', '....', '--', '-.5', '...---...', '-- --'],
  detect(sample) {
    const groups = sample.trim().split(/[\s/|]+/)
    const isCode = groups.length > 1 && groups.every((group) => /^[.·•\-−–—_]{1,6}$/.test(group))
    const hasBoth = /[.·•]/.test(sample) && /[-−–—_]/.test(sample)
    return isCode && hasBoth ? { score: 0.95 } : undefined
  },
})
