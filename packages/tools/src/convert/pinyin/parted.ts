/**
 * Where words meet, for the conversion to traditional characters: that takes the longest words from the left, and so finds 生发,
 * what makes hair grow, in 学生发现. A line has the beginnings, the character that is taken from the word behind it, and the rest
 * of the words that begin with it: between the beginning and the word there is an edge.
 */
const MEETINGS = `
生,长,被,丝,换,断 发 现,展,言,布,送,表,明,起,出,生,给,行,放,挥,射,动,育,掘,达,电,票,觉,往,到,货,问,力,热,光,作,酵,财,帖,售,回,向,信,证,照,牌
理,美 发 布,送,现,展,起,明,给
直 发 货,送,给,往,到,布,仓
并 发 送,布,出,起,给,往,到,表,放,射
并 重 复,新,启,置,试,装
多 只 能,有,是,要,会,需,好,可,读,想,为,取,用,支,允,限,保,接,适,因,剩,占,输,选,含,给,写,显
是 只 读,能,有,要,为,因
有,少 只 能,有,是,要
零,单 只 能,有,是,要,会,写,可,需,读
更,不 复 杂,制,合,用,查,印
来,再,又,后 复 制,杂,用,印,查
供,再,后,停,配,采,特,预,外,研 制 度,定,约,裁,止,衡
参与 制 造,作,约,订
能 干 净,燥,旱,预,扰,涉
局 限 制,定,于
数 组 织,成,合,建,装
变 量 子
集 成 群,本,果,功,员,就
海 参 加,与,考,观,数,照,赛,保,军,选,战
表 行 数,号,首,尾,高,内,间,为
表 转 换,移,发,成,为,入,到,存,置
`

/** The same, word by word; one without an edge keeps its characters together. */
const WORDS = `
粉丝 了|如 跳|表 表|停 表|板 天|后|过期 天|后|到期 天|后|失效 天|后|开始 天|后|结束 天|后|自动 天|后|删除 数天|后 多天|后 半天|后 整天|后
集成|功能 集成|成功 集成|成本 集成|成果 集成|本地 集成|本机 集成|本身 集成|员工 不|合并 合并 换|并|合并 转换|并 并|合并 和|合并
`

/** Words that no edge puts right, as they are in the standard of OpenCC. */
export const EXACT = '一只只 一隻隻|两只只 兩隻隻'

/** Each word with its parts. */
export const PARTED: ReadonlyMap<string, readonly string[]> = new Map([
  ...listMeetings(),
  ...WORDS.trim()
    .split(/\s+/)
    .map((word) => toEntry(word.split('|'))),
  // Digits before days: 30天后, 30 天后.
  ...Array.from('0123456789', (digit) => ['', ' '].map((gap) => toEntry([`${digit}${gap}天`, '后']))).flat(),
])

function* listMeetings(): Generator<[string, string[]]> {
  for (const line of MEETINGS.trim().split('\n')) {
    const [beginnings = '', shared = '', ends = ''] = line.split(' ')
    for (const beginning of beginnings.split(',')) for (const end of ends.split(',')) yield toEntry([beginning, shared + end])
  }
}

function toEntry(parts: string[]): [string, string[]] {
  return [parts.join(''), parts]
}
