import type { Trie } from 'opencc-js/cn2t'

type Convert = (text: string) => string

/** Turns simplified characters into traditional ones of a region, or back. */
export async function loadConverter(to: 'traditional' | 'simplified', region: string): Promise<Convert> {
  if (to === 'traditional') return toTraditional(region)
  return withKept((await import('opencc-js/t2cn')).Converter({ from: region, to: 'cn' }))
}

/**
 * First, words in which 么 of the traditional script is 幺, the youngest. Then, what ends in a character that stays: any other
 * 么, which stands for 麼, with what may stand before it; and words with 著 that are written so in both scripts.
 */
const YAO_OR_KEPT =
  /([老六]么|呼么喝六|么(?:麼小[丑醜]|妹|兒|儿|女|弟|子|叔|爹|蛾子))|([什甚怎這这那多要]?么|(?:[土原專专論论編编遺遗譯译卓拙彰显]|[見见]微知)著(?![重手急眼想落火]))/

/**
 * Keeps what the library takes for something else, since it stands in none of its words: 饿了么 became 饿了幺,
 * and 原著, where Taiwan's 著 is 着 of the mainland in most words, 原着.
 */
function withKept(convert: Convert): Convert {
  return (text) =>
    text
      .split(YAO_OR_KEPT)
      .map((piece: string | undefined, index) => {
        if (!piece) return ''
        return index % 3 === 2 ? convert(piece.slice(0, -1)) + piece.slice(-1) : convert(piece)
      })
      .join('')
}

/** What stands before the parts of a word in place of what a word of the library becomes. */
const PARTS = '\0'

/** As the library converts, but for words that meet: these are parted before it looks for words. */
async function toTraditional(region: string): Promise<Convert> {
  const [{ Locale, Trie }, { EXACT, PARTED }] = await Promise.all([import('opencc-js/cn2t'), import('./parted.ts')])
  const config = Locale.configs[`s2${region}`]
  if (!config) throw new Error(`expected a region of opencc-js, got ${region}`)
  // Of the standard itself the library parts nothing, since it converts in one go.
  const { normalizationChain = [], segmentation = Locale.configs['s2tw']?.segmentation ?? [], conversionChain } = config
  const load = (dictionaries: readonly string[]): Trie => {
    const trie = new Trie()
    trie.loadDictGroup([...dictionaries])
    return trie
  }
  const normalize = normalizationChain.map(load)
  const words = load([EXACT, ...segmentation])
  for (const [word, parts] of PARTED) words.addWord(word, PARTS + parts.join(PARTS))
  const [first = [], ...rest] = conversionChain
  const chain = [load([EXACT, ...first]), ...rest.map(load)]
  return (text) => {
    const plain = normalize.reduce((so, trie) => trie.convert(so), text)
    return Array.from(cutAtWords(plain, words), (piece) => chain.reduce((so, trie) => trie.convert(so), piece)).join('')
  }
}

/** The words of a text, the longest from the left, and what stands between them. */
function* cutAtWords(text: string, words: Trie): Generator<string> {
  let start = 0
  for (let at = 0; at < text.length;) {
    const found = words.matchPrefix(text, at)
    if (!found) {
      at += text.codePointAt(at)! > 0xffff ? 2 : 1
      continue
    }
    if (at > start) yield text.slice(start, at)
    if (found.value.startsWith(PARTS)) yield* found.value.slice(1).split(PARTS)
    else yield text.slice(at, found.end)
    at = found.end
    start = at
  }
  if (start < text.length) yield text.slice(start)
}
