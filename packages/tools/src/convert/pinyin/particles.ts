/**
 * 地 and 得 between two words: nearly always the particles de, which join an adverb to its verb (慢慢地走) and a verb to its
 * complement (跑得快), or the verb děi, must (我得走了). Both are words of their own there, so no list of words has them.
 */
const [GROUND, GET] = toCodes('地得') as [number, number]

/** What someone is like, 为人 wéi rén, by what follows; before anything else it is mostly wèi rén, for people. */
const [FOR, PERSON] = toCodes('为人') as [number, number]
const LIKE = new Set(
  `谦和 谦虚 谦逊 正派 正直 善良 诚恳 诚实 低调 高调 热情 热心 厚道 老实 忠厚 忠诚 称道 称赞 称颂 所知 诟病 熟知 耿直 直爽 豪爽 爽快 大方 大度 随和 和善 和气 友善 真诚 坦诚 朴实
踏实 宽厚 宽容 公正 公道 正义 仗义 刻薄 阴险 狡诈 奸诈 圆滑 处事 处世 做事 行事 做人 师表 父母 子女 之道 谨慎 稳重 傲慢 冷淡 冷漠 孤僻 精明 慷慨 不齿`.split(
    /\s+/,
  ),
)

/** Behind a place, as in 注册地在上海: what follows is no verb that an adverb tells of. */
const AFTER_PLACE = toSet('在是为和与及或等的有也都已由位处区带')
/** Before land and not an adverb: 这块地. */
const BEFORE_LAND = toSet('块片亩这那此该每某本各寸')
/** What is got: 得奖, 得第一. */
const GOT = toSet(
  '了过到出分奖知以益意病名胜手空救力罪失宠势逞志天道人主票数法便第冠亚季金银铜零一二两三四五六七八九十百千万几满',
)
/** Who must, and how: 我得走, 还得等. */
const MUST = toSet('我你他她它您咱们就也都还总必又非')
/** Verbs and adjectives of one character that take a complement. */
const TAKES_COMPLEMENT = toSet(
  '跑走说做写看听想读学教吃喝睡玩笑哭唱跳画打踢飞站坐躺活过办干用讲问答认记变弄搞住穿洗擦切炒煮烧冻热冷忙累饿渴困急气吓高低大小多少远近快慢早晚美好坏重轻深浅厚薄粗细红白黑亮来去起下上进出回开关拿放买卖找等赶追抓拉推抱背提搬送给借还养种修建拆装摆挂铺盖压挤堵挡躲藏逃骗瞒猜算数量比贴剪裁缝织绣刻雕挖埋填扫拖抹刷涂染晒晾吹淋泡烫烤煎炸蒸炖熬拌搅夹剥削砍劈锯磨捏揉搓拧扭摇晃摔碰撞砸敲捶揍骂吵闹逗哄劝夸赞爱恨怕烦愁痛疼痒酸甜苦辣咸香臭脏乱吸呼喊叫嚷演弹拍照录播传管理教练长',
)
/** How much, which nothing but a complement begins with. */
const DEGREES = toSet('很太更最这那如非多好极像不比越特相')

/** What is doubled without being an adverb: 天天, 爸爸, 看看. */
const DOUBLED_ALWAYS = toSet('天人年月日家处爸妈哥姐弟妹爷奶叔伯公婆舅姑宝星娃太村户县省看走说谢试想听找问聊讲')

/** The characters around a particle, as code points. */
export type Passage = { readonly codes: Uint32Array; readonly length: number }

/**
 * The reading of 地 or 得 as a particle, or of 为 in 为人; undefined where they are none. Within a word only 地 can be one, when what stands
 * before says so: 慢慢地下来 has no 地下.
 */
export function readParticle(passage: Passage, at: number, isInWord: boolean): string | undefined {
  const code = passage.codes[at]
  if (code === FOR) return !isInWord && tellsOfCharacter(passage, at) ? 'wéi' : undefined
  if (at === 0 || (code !== GROUND && code !== GET)) return undefined
  if (code === GET) return isInWord ? undefined : readGet(passage, at)
  return isDoubled(passage, at) || (!isInWord && joinsVerb(passage, at)) ? 'de' : undefined
}

function tellsOfCharacter({ codes, length }: Passage, at: number): boolean {
  return at + 3 < length && codes[at + 1] === PERSON && LIKE.has(String.fromCodePoint(codes[at + 2]!, codes[at + 3]!))
}

function joinsVerb({ codes, length }: Passage, at: number): boolean {
  return at > 1 && at + 1 < length && !BEFORE_LAND.has(codes[at - 1]!) && !AFTER_PLACE.has(codes[at + 1]!)
}

function readGet({ codes, length }: Passage, at: number): string | undefined {
  const before = codes[at - 1]!
  const after = at + 1 < length ? codes[at + 1]! : undefined
  if (after !== undefined && GOT.has(after)) return undefined
  if (MUST.has(before)) return after === undefined ? undefined : 'děi'
  return TAKES_COMPLEMENT.has(before) || (after !== undefined && at > 1 && DEGREES.has(after)) ? 'de' : undefined
}

/** Whether 慢慢 or 高高兴兴 stands before, and not 天天. */
function isDoubled({ codes }: Passage, at: number): boolean {
  return at > 1 && codes[at - 1] === codes[at - 2] && !DOUBLED_ALWAYS.has(codes[at - 1]!)
}

function toCodes(text: string): number[] {
  return Array.from(text, (char) => char.codePointAt(0)!)
}

function toSet(text: string): ReadonlySet<number> {
  return new Set(toCodes(text))
}
