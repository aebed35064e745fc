import { defineKind } from '@octet/core/kind.ts'
import { COLOUR_NAMES } from '../lib/colour/names.ts'

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const FUNCTION = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(\s*[\w.%+-]+(?:[\s,/]+[\w.%+-]+){2,4}\s*\)$/i

export default defineKind({
  id: 'colour',
  title: { en: 'Colour', zh: '颜色' },
  examples: ['#1e90ff', '#FFF', 'rgb(30 144 255)', 'hsla(210, 100%, 56%, 0.5)', 'oklch(0.65 0.19 255)', 'rebeccapurple'],
  counterExamples: ['#12', '#ggg', 'rgb()', 'red wine'],
  detect(sample) {
    if (FUNCTION.test(sample)) return { score: 0.98 }
    if (COLOUR_NAMES.has(sample.toLowerCase())) return { score: 0.7 }
    return HEX.test(sample) ? { score: 0.95 } : undefined
  },
})
