import type { Token } from './tokens.ts'
import { splitTone, writeUmlaut } from './tone.ts'

/** Surnames of two characters in use today. */
const DOUBLE = new Set(
  '欧阳 太史 端木 上官 司马 东方 独孤 南宫 万俟 闻人 夏侯 诸葛 尉迟 公羊 赫连 澹台 皇甫 宗政 濮阳 公冶 太叔 申屠 公孙 慕容 仲孙 钟离 长孙 宇文 司徒 鲜于 司空 闾丘 子车 亓官 司寇 巫马 公西 颛孙 壤驷 公良 漆雕 乐正 宰父 谷梁 拓跋 夹谷 轩辕 令狐 段干 百里 呼延 东郭 南门 羊舌 微生 公户 公玉 公仪 梁丘 公仲 公上 公门 公山 公坚 左丘 公伯 西门 公祖 第五 公乘 贯丘 公皙 南荣 东里 东宫 仲长 子书 子桑 即墨 达奚 褚师 单于 耶律 完颜 纳兰 叶赫 爱新 欧陽 司馬 東方 諸葛 尉遲 長孫 鮮于 鍾離 公孫'.split(
    ' ',
  ),
)

export type PassportName = { name: string; surname: string; given: string }

/** A Chinese name as passports print it: capitals, surname first, ü as YU (吕 LYU, 女 NYU, 略 LYUE). */
export function toPassportName(tokens: readonly Token[]): PassportName {
  const chars = tokens.filter(({ text }) => text.trim() !== '')
  const name = chars.map(({ text }) => text).join('')
  const length = chars.length > 2 && DOUBLE.has(chars[0]!.text + chars[1]!.text) ? 2 : 1
  // Names with a middle dot (of peoples without Chinese surnames) are not divided.
  const isWhole = name.includes('·')
  const write = (part: readonly Token[]) => part.map(({ text, reading }) => toCapitals(reading ?? text)).join('')
  return isWhole
    ? { name, surname: '', given: write(chars) }
    : { name, surname: write(chars.slice(0, length)), given: write(chars.slice(length)) }
}

/** There are some thousand readings; other texts are not kept. */
const MOST_KEPT = 10_000
const capitals = new Map<string, string>()

function toCapitals(reading: string): string {
  const known = capitals.get(reading)
  if (known !== undefined) return known
  const written = writeUmlaut(splitTone(reading).plain, 'yu').toUpperCase().replaceAll('·', ' ')
  if (capitals.size < MOST_KEPT) capitals.set(reading, written)
  return written
}
