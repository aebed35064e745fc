import { processToneSandhi } from 'pinyin-pro/dist/esm/core/pinyin/handle.mjs'
import singles from 'pinyin-pro/dist/esm/data/dict1.mjs'
import { PatternsNormal } from 'pinyin-pro/dist/esm/data/patterns.mjs'
import { CORRECTIONS, NEUTRAL, NEUTRAL_NOT, PLAIN_WORDS, SINGLES } from './common-words.ts'
import { splitTone, writeUmlaut } from './tone.ts'

/** The library's own words, but for surnames. */
const known = new Map(PatternsNormal.filter(({ priority }) => priority === 1).map((word) => [word.zh, word]))

/** As rare as the rarest words of the library, so that a word it knows wins where both would fit. */
const PROBABILITY = 1e-9
/** More than the library's words have, nearly all of which count alike. */
const COMMON = 1e-7

/** Less than of a word beside single characters, so that 对不起 is none in 面对不起眼的人; more than of three characters that are none. */
const UNLESS_PARTED = 1e-25

/** Words whose characters have several readings and that the library reads as single ones, by the 现代汉语词典. */
const READINGS: Readonly<Record<string, string>> = {
  还款: 'huán kuǎn',
  还钱: 'huán qián',
  还贷: 'huán dài',
  还书: 'huán shū',
  还本付息: 'huán běn fù xī',
  还款日: 'huán kuǎn rì',
  还不还: 'huán bù huán',
  还是不还: 'hái shì bù huán',
  有借有还: 'yǒu jiè yǒu huán',
  欠债不还: 'qiàn zhài bù huán',
  欠钱不还: 'qiàn qián bù huán',
  借钱不还: 'jiè qián bù huán',
  逾期不还: 'yú qī bù huán',
  雪茄: 'xuě jiā',
  倒车: 'dào chē',
  吐血: 'tù xiě',
  相片: 'xiàng piàn',
  着装: 'zhuó zhuāng',
  种植: 'zhòng zhí',
  种植业: 'zhòng zhí yè',
  种植物: 'zhǒng zhí wù',
  种植被: 'zhǒng zhí bèi',
  数一数: 'shǔ yī shǔ',
  系鞋带: 'jì xié dài',
  圈养: 'juàn yǎng',
  为人处世: 'wéi rén chǔ shì',
  为人师表: 'wéi rén shī biǎo',
  为人父母: 'wéi rén fù mǔ',
  为人正直: 'wéi rén zhèng zhí',
  为人低调: 'wéi rén dī diào',
  呕吐: 'ǒu tù',
  哽咽: 'gěng yè',
  熨斗: 'yùn dǒu',
  内分泌: 'nèi fēn mì',
  请帖: 'qǐng tiě',
  粘贴: 'zhān tiē',
  咖喱: 'gā lí',
  卡住了: 'qiǎ zhù le',
  被卡住: 'bèi qiǎ zhù',
  住一宿: 'zhù yī xiǔ',
  心广体胖: 'xīn guǎng tǐ pán',
  虚与委蛇: 'xū yǔ wēi yí',
  校长长得: 'xiào zhǎng zhǎng de',
  长长了: 'zhǎng cháng le',
  长得: 'zhǎng de',
  目的地: 'mù dì dì',
  着陆地: 'zhuó lù dì',
  地处理: 'de chǔ lǐ',
  多余地: 'duō yú de',
  做得到: 'zuò de dào',
  办得到: 'bàn de dào',
  看得到: 'kàn de dào',
  听得到: 'tīng de dào',
  想得到: 'xiǎng de dào',
  找得到: 'zhǎo de dào',
  买得到: 'mǎi de dào',
  数数看: 'shǔ shǔ kàn',
  打的去: 'dǎ dī qù',
  刨子: 'bào zi',
  色子: 'shǎi zi',
  花骨朵: 'huā gū duo',
  系扣子: 'jì kòu zi',
  背包袱: 'bēi bāo fu',
  穿着打扮: 'chuān zhuó dǎ ban',
  蔓菁: 'mán jing',
  商量: 'shāng liang',
  朝三暮四: 'zhāo sān mù sì',
  一服药: 'yī fù yào',
  一石米: 'yī dàn mǐ',
  委蛇: 'wēi yí',
  扎辫子: 'zā biàn zi',
  属望: 'zhǔ wàng',
  幢幢: 'chuáng chuáng',
  乳臭: 'rǔ xiù',
  粮囤: 'liáng dùn',
  杆秤: 'gǎn chèng',
  唠嗑: 'lào kē',
  尿脬: 'suī pāo',
  姓朴: 'xìng piáo',
  煞尾: 'shā wěi',
  圩田: 'wéi tián',
  咋呼: 'zhā hu',
  衣着: 'yī zhuó',
  了不得: 'liǎo bu de',
}

/** Such words whose characters meet by chance in front of other words, too (和面 in 和面粉, 有空 in 有空间). */
const READINGS_UNLESS_PARTED: Readonly<Record<string, string>> = {
  和面: 'huó miàn',
  数数: 'shǔ shù',
  差分: 'chā fēn',
  上声: 'shǎng shēng',
  有空: 'yǒu kòng',
  没空: 'méi kòng',
  抽空: 'chōu kòng',
  矫情: 'jiáo qing',
  今朝: 'jīn zhāo',
  禁受: 'jīn shòu',
  择席: 'zhái xí',
  的士: 'dī shì',
  饮马: 'yìn mǎ',
  一宿: 'yī xiǔ',
}

/** Names of places and people that are read in a way of their own, and the titles they are cut from. */
const NAMES: Readonly<Record<string, string>> = {
  台州: 'tāi zhōu',
  台州市: 'tāi zhōu shì',
  大埔: 'dà bù',
  大埔县: 'dà bù xiàn',
  阳曲: 'yáng qū',
  解州: 'xiè zhōu',
  厦大: 'xià dà',
  尉犁: 'yù lí',
  洪洞: 'hóng tóng',
  朝鲜: 'cháo xiǎn',
  会稽: 'kuài jī',
  大宛: 'dà yuān',
  冒顿单于: 'mò dú chán yú',
  乐清市: 'yuè qīng shì',
  乐清人: 'yuè qīng rén',
  浙江乐清: 'zhè jiāng yuè qīng',
  温州乐清: 'wēn zhōu yuè qīng',
  乐亭: 'lào tíng',
  歙县: 'shè xiàn',
  山东单县: 'shān dōng shàn xiàn',
  菏泽单县: 'hé zé shàn xiàn',
  单县羊: 'shàn xiàn yáng',
  浚县: 'xùn xiàn',
  泌阳: 'bì yáng',
  监利: 'jiàn lì',
  繁峙: 'fán shì',
  蔚县: 'yù xiàn',
  蠡县: 'lǐ xiàn',
  大城县: 'dài chéng xiàn',
  任丘市: 'rén qiū shì',
  河北任丘: 'hé běi rén qiū',
  六合区: 'lù hé qū',
  南京六合: 'nán jīng lù hé',
  浒墅关: 'xǔ shù guān',
  闵行: 'mǐn háng',
  莘庄: 'xīn zhuāng',
  珲春: 'hún chūn',
  郫都: 'pí dū',
  筠连: 'jūn lián',
  吴堡: 'wú bǔ',
  华阴: 'huà yīn',
  涡阳: 'guō yáng',
  十里堡: 'shí lǐ pù',
  瓦窑堡: 'wǎ yáo bǔ',
  长沙县: 'cháng shā xiàn',
  曾国藩: 'zēng guó fān',
  查良镛: 'zhā liáng yōng',
  任正非: 'rén zhèng fēi',
  华罗庚: 'huà luó gēng',
  澹台: 'tán tái',
  尉迟: 'yù chí',
  令狐: 'líng hú',
  万俟: 'mò qí',
  // “市长” would take the first character of what follows it.
  市长江大桥: 'shì cháng jiāng dà qiáo',
  市长江路: 'shì cháng jiāng lù',
  市长江流域: 'shì cháng jiāng liú yù',
  市长沙县: 'shì cháng shā xiàn',
  市长安区: 'shì cháng ān qū',
  市长安街: 'shì cháng ān jiē',
  市长安路: 'shì cháng ān lù',
  市长宁区: 'shì cháng níng qū',
  市长寿区: 'shì cháng shòu qū',
  市长乐区: 'shì cháng lè qū',
  市长海县: 'shì cháng hǎi xiàn',
  市长丰县: 'shì cháng fēng xiàn',
  市长兴县: 'shì cháng xīng xiàn',
}

/** How {@link NEUTRAL_NOT} are read from 不 on, where not as else. */
const ENDS: Readonly<Record<string, string>> = { 不: 'bu', 得: 'de', 着: 'zháo', 了: 'liǎo' }

/** The words as the library takes them; one that it has, too, is at least as likely as there unless it is easily parted. */
export const WORDS: Record<string, [string, number]> = Object.fromEntries(
  Object.entries({ ...listPlain(), ...listNeutral(), ...listNeutralNot(), ...READINGS, ...READINGS_UNLESS_PARTED, ...NAMES }).map(
    ([word, reading]): [string, [string, number]] => [
      word,
      [
        reading,
        Object.hasOwn(READINGS_UNLESS_PARTED, word)
          ? UNLESS_PARTED
          : Math.max(toProbability(word), known.get(word)?.probability ?? 0),
      ],
    ],
  ),
)

function toProbability(word: string): number {
  const end = word.slice(-2)
  if (NEUTRAL_NOT.has(word) && !PLAIN_WORDS.has(end) && !known.has(end)) return UNLESS_PARTED
  return PLAIN_WORDS.has(word) ? COMMON : PROBABILITY
}

/** The words that {@link CORRECTIONS} correct, each of its characters else as the library reads it. */
function listCorrected(): Record<string, string> {
  const corrected = new Map<string, string[]>()
  for (const { char, reading, words } of CORRECTIONS)
    for (const word of words) {
      const readings = corrected.get(word) ?? readPlainly(word)
      corrected.set(
        word,
        readings.map((each, at) => (word[at] === char ? reading : each)),
      )
    }
  return Object.fromEntries(Array.from(corrected, ([word, readings]) => [word, readings.join(' ')]))
}

function listNeutral(): Record<string, string> {
  const read = (word: string): string => {
    const readings = readPlainly(word)
    return [...readings.slice(0, -1), writeUmlaut(splitTone(readings.at(-1)!).plain, 'ü')].join(' ')
  }
  return Object.fromEntries(NEUTRAL.map((word) => [word, read(word)]))
}

/** The words of {@link listCorrected}, and those whose 不 is neutral, read as these are. */
function listNeutralNot(): Record<string, string> {
  const corrected = listCorrected()
  const read = (word: string): string => {
    const readings = corrected[word]?.split(' ') ?? readPlainly(word)
    return readings.map((reading, at) => (at > 0 && ENDS[word[at]!]) || reading).join(' ')
  }
  return { ...corrected, ...Object.fromEntries(Array.from(NEUTRAL_NOT, (word) => [word, read(word)])) }
}

function listPlain(): Record<string, string> {
  return Object.fromEntries(Array.from(PLAIN_WORDS, (word) => [word, readPlainly(word).join(' ')]))
}

/** A word as the library has it, else by the most common reading of each character; 一 and 不 with the tone that they take. */
function readPlainly(word: string): string[] {
  const readings = known.get(word)?.pinyin.split(' ')
  return (
    readings ??
    Array.from(word, (char, at) => readTurned(word, at) ?? SINGLES.get(char) ?? singles.get(char)?.split(' ')[0] ?? char)
  )
}

function readTurned(word: string, at: number): string | undefined {
  return /[一不]/.test(word.charAt(at)) ? processToneSandhi(word.charAt(at), word[at - 1], word[at + 1]) : undefined
}
