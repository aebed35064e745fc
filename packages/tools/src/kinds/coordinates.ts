import { defineKind } from '@octet/core/kind.ts'

/** As maps copy them: latitude and longitude in either order, with three decimals and more, which other pairs of numbers seldom have. */
const DECIMAL = /^[([]?([+-]?\d{1,3}\.\d{3,12})°?[,，;\s]{1,3}([+-]?\d{1,3}\.\d{3,12})°?[)\]]?$/
/** Degrees, minutes and seconds with the letters of their directions. */
const DMS = /^\d{1,2}°[\d.′'’″"”\s]{0,20}[NS北南][,，\s]{0,3}\d{1,3}°[\d.′'’″"”\s]{0,20}[EW东西]$/i
const NAMED = /^[北南]纬\s?\d{1,2}(?:\.\d+)?[度°].{0,12}[,，\s]{0,3}[东西]经\s?\d{1,3}(?:\.\d+)?[度°].{0,12}$/

export default defineKind({
  id: 'coordinates',
  title: { en: 'Coordinates', zh: '坐标' },
  examples: ['39.9087, 116.3975', '116.3975 39.9087', '39°54′31″N 116°23′51″E', '北纬39.9度 东经116.4度', '(-33.8568, 151.2153)'],
  counterExamples: ['1.5, 2.5', '39.9087', '200.1234, 300.1234', '10.0.0.1', '39°C', '1.234 5.678 9.012'],
  detect(sample) {
    if (DMS.test(sample) || NAMED.test(sample)) return { score: 0.95 }
    const [, first, second] = DECIMAL.exec(sample) ?? []
    if (first === undefined) return undefined
    const [low = 0, high = 0] = [first, second].map((part) => Math.abs(Number(part))).sort((a, b) => a - b)
    return low <= 90 && high <= 180 ? { score: 0.9 } : undefined
  },
})
