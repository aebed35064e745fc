const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const VULGAR = /(\d?) *([¼-¾⅐-⅞↉])/g
const POWER_OF_TEN = /\s*[×x*·]\s*10(?:\^([+-]?\d{1,3})|([⁺⁻]?)([⁰¹²³⁴-⁹]{1,3}))/g

/** Traditional characters of names of units, and what they are in simplified ones. */
const TRADITIONAL = '畝頃兩錢擔碼侖噸時鐘華氏攝開爾轉換為億萬負節點馬氣壓電個週'
const SIMPLIFIED = '亩顷两钱担码仑吨时钟华氏摄开尔转换为亿万负节点马气压电个周'

/**
 * A text as its units are looked up: one form of letters and digits, `3/4` for ¾, `e3` for ×10³, `m2` for m² and m^2,
 * straight quotes for feet and inches, single spaces.
 */
export function toPlainText(text: string): string {
  return text
    .replaceAll(VULGAR, (_, before: string, sign: string) => `${before ? `${before} ` : ''}${sign.normalize('NFKC')}`)
    .replaceAll(
      POWER_OF_TEN,
      (_, plain: string | undefined, sign = '', digits = '') =>
        `e${plain ?? `${sign === '⁻' ? '-' : ''}${[...digits].map((digit) => SUPERSCRIPTS.indexOf(digit)).join('')}`}`,
    )
    .normalize('NFKC')
    .replaceAll('⁄', '/')
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/′′|''|[″“”]/g, '"')
    .replaceAll(/[′’‘´`]/g, "'")
    .replaceAll(/[⋅∙•]/g, '·')
    .replaceAll(/\^(?=[23](?!\d))/g, '')
    .replaceAll(/° +(?=[A-Za-z])/g, '°')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Script=Han}/gu, (char) => SIMPLIFIED[TRADITIONAL.indexOf(char)] ?? char)
    .trim()
}
