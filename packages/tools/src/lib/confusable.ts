import type { Text } from '@octet/core/text.ts'

/** Letters of other scripts that look like a Latin letter or digit, by that letter. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  a: 'аɑα',
  b: 'Ьƅ',
  c: 'сϲⅽ',
  d: 'ԁⅾ',
  e: 'еҽ',
  g: 'ɡց',
  h: 'һհ',
  i: 'іıⅰɩι',
  j: 'јϳ',
  k: 'κк',
  l: 'ӏⅼا',
  m: 'ⅿ',
  n: 'ոп',
  o: 'оοօ০०',
  p: 'рρ',
  q: 'ԛգ',
  r: 'гⲅ',
  s: 'ѕꜱ',
  t: 'τт',
  u: 'υսᴜ',
  v: 'νѵⅴ',
  w: 'ԝѡա',
  x: 'хχⅹ',
  y: 'уγү',
  z: 'ᴢ',
  A: 'АΑ',
  B: 'ВΒ',
  C: 'СϹ',
  E: 'ЕΕ',
  H: 'НΗ',
  I: 'ІΙӀ',
  J: 'Ј',
  K: 'КΚ',
  M: 'МΜ',
  N: 'Ν',
  O: 'ОΟՕ',
  P: 'РΡ',
  S: 'ЅՏ',
  T: 'ТΤ',
  X: 'ХΧ',
  Y: 'ҮΥ',
  Z: 'Ζ',
}

const LATIN_OF = new Map(
  Object.entries(LOOKS_LIKE).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
)

/** The Latin letter that a character of another script looks like; full-width forms too. */
export function findLatinLookalike(char: string): string | undefined {
  const compatible = char.normalize('NFKC')
  return LATIN_OF.get(char) ?? (compatible !== char && /^[A-Za-z0-9]$/.test(compatible) ? compatible : undefined)
}

/** A text with every look-alike put back to Latin: two names with the same skeleton look alike (after UTS 39 §4). */
export function toSkeleton(text: string): string {
  return Array.from(text.normalize('NFD'), (char) => findLatinLookalike(char) ?? char).join('')
}

const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Arabic',
  'Hebrew',
  'Armenian',
  'Georgian',
  'Devanagari',
  'Bengali',
  'Thai',
  'Cherokee',
] as const
type Script = (typeof SCRIPTS)[number]
const SCRIPT_TESTS: Readonly<Record<Script, RegExp>> = {
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Han: /\p{Script=Han}/u,
  Hiragana: /\p{Script=Hiragana}/u,
  Katakana: /\p{Script=Katakana}/u,
  Hangul: /\p{Script=Hangul}/u,
  Arabic: /\p{Script=Arabic}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Armenian: /\p{Script=Armenian}/u,
  Georgian: /\p{Script=Georgian}/u,
  Devanagari: /\p{Script=Devanagari}/u,
  Bengali: /\p{Script=Bengali}/u,
  Thai: /\p{Script=Thai}/u,
  Cherokee: /\p{Script=Cherokee}/u,
}

const NAMES_ZH: Readonly<Record<Script, string>> = {
  Latin: '拉丁字母',
  Cyrillic: '西里尔字母',
  Greek: '希腊字母',
  Han: '汉字',
  Hiragana: '平假名',
  Katakana: '片假名',
  Hangul: '谚文',
  Arabic: '阿拉伯文',
  Hebrew: '希伯来文',
  Armenian: '亚美尼亚文',
  Georgian: '格鲁吉亚文',
  Devanagari: '天城文',
  Bengali: '孟加拉文',
  Thai: '泰文',
  Cherokee: '切罗基文',
}

/** A script as each language calls it. */
export const toScriptName = (script: Script): Text => ({ en: script, zh: NAMES_ZH[script] })

/** The scripts whose letters a text has. */
export function listScripts(text: string): Script[] {
  return SCRIPTS.filter((script) => SCRIPT_TESTS[script].test(text))
}

/** Whether scripts are mixed in a way that no language does: Latin beside Cyrillic or Greek, for instance (UTS 39 §5.2, highly restrictive). */
export function isSuspiciousMix(scripts: readonly string[]): boolean {
  if (scripts.length < 2) return false
  const allowed = [
    ['Latin', 'Han', 'Hiragana', 'Katakana'],
    ['Latin', 'Han', 'Hangul'],
  ]
  return !allowed.some((group) => scripts.every((script) => group.includes(script)))
}

/** Whether a label has no Latin letter, but only those that look Latin: `аррӏе` in Cyrillic. */
export function isAllLookalike(label: string): boolean {
  const scripts = listScripts(label)
  return scripts.length > 0 && !scripts.includes('Latin') && /^[a-z\d-]+$/i.test(toSkeleton(label))
}
