/** One thing that is looked for: as it was typed, and the parts that are left of a Chinese run without its everyday words. */
export type Sought = { readonly word: string; readonly parts: readonly string[] }

export type SearchQuery = {
  /** Letters and digits alone, to be compared with whole titles and search words. */
  readonly whole: string
  readonly sought: readonly Sought[]
  /** Words people put around what they look for. They choose between tools, but rule none out. */
  readonly around: readonly string[]
}

/** Whether a word says little about which tool is meant: “what is my … online”, “… checker”. */
export const AROUND = new Set(
  `a an am and any app are best calc calculate calculator can check checker code convert converter create decode decoder do does
  encode encoder find finder for format formatter free from generate generator get good have how i in into is it list look lookup
  make maker me my need of on online or page parse parser please read reader search see show site test tester that the this to tool
  tools two use using validate validator view viewer want web website what whats where which with`.split(/\s+/),
)

/** Their like in Chinese, the longest first, since no space parts them from the rest. */
const AROUND_ZH =
  /计算器|转换器|生成器|格式化|是多少|是什么|怎么样|在哪里|在线|工具|网站|怎么|怎样|如何|多少|什么|哪里|一下|我要|我想|免费|查询|查看|查找|检测|检查|测试|计算|转换|转成|转为|变成|生成|解析|验证|校验|编码|解码|查|测|转|变|的|吗|是/u

export function parseSearchQuery(query: string): SearchQuery {
  // Full-width letters are the same letters.
  const plain = query.normalize('NFKC').toLowerCase().replaceAll(/['’]/g, '')
  const sought: Sought[] = []
  const around: string[] = []
  for (const word of toWords(plain)) {
    const parts = word.split(AROUND_ZH).filter(Boolean)
    if (AROUND.has(word) || parts.length === 0) around.push(word)
    else sought.push({ word, parts })
  }
  if (sought.length > 0) return { whole: toWhole(plain), sought, around }
  return { whole: toWhole(plain), sought: around.map((word) => ({ word, parts: [word] })), around: [] }
}

/** Letters and digits of a text, without what stands between them. */
export const toWhole = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '')

/** A border between Latin and Chinese parts words as a space does. */
function toWords(plain: string): string[] {
  const words = plain.split(/\s+|(?<=[a-z\d])(?=\p{sc=Han})|(?<=\p{sc=Han})(?=[a-z\d])/u)
  return [...new Set(words.filter(Boolean))]
}
