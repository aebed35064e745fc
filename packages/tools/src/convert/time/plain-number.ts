const GROUPED = /^[+-]?\d{1,3}(?:([,_ '’])\d{3})(?:\1\d{3})*(?:\.\d+)?$/
const POWERED = /^([+-]?)(\d{1,20})(?:\.(\d{0,40}))?e([+-]?\d{1,2})$/i

/**
 * A count as people and programs write it, in plain digits: `1,700,000,000` and `1.7e9` are 1700000000.
 * Every other text stays as it is.
 */
export function toPlainNumber(text: string): string {
  if (GROUPED.test(text)) return text.replaceAll(/[,_ '’+]/g, '')
  const [, sign = '', whole = '', fraction = '', power = ''] = POWERED.exec(text) ?? []
  if (power !== '') return (sign === '-' ? '-' : '') + movePoint(whole, fraction, Number(power))
  return /^\+\d+(?:\.\d+)?$/.test(text) ? text.slice(1) : text
}

function movePoint(whole: string, fraction: string, power: number): string {
  const digits = whole + fraction
  const point = whole.length + power
  const before = (point > 0 ? digits.slice(0, point).padEnd(point, '0') : '').replace(/^0+(?=\d)/, '') || '0'
  const after = (point > 0 ? digits.slice(point) : digits.padStart(digits.length - point, '0')).replace(/0+$/, '')
  return after === '' ? before : `${before}.${after}`
}
