/** As rare as the rarest words of the library, so that a word it knows wins where both would fit. */
const PROBABILITY = 1e-9

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
  台州: 'tāi zhōu',
  台州市: 'tāi zhōu shì',
  大埔县: 'dà bù xiàn',
  尉犁: 'yù lí',
  洪洞: 'hóng tóng',
}

/** The words as the library takes them. */
export const WORDS: Record<string, [string, number]> = Object.fromEntries(
  Object.entries(READINGS).map(([word, reading]): [string, [string, number]] => [word, [reading, PROBABILITY]]),
)
