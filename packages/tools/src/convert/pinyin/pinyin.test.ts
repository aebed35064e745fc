import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTool, runTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { toChunks } from './tokens.ts'
import { joinTone, marksToNumbers, numbersToMarks, splitTone, writeUmlaut } from './tone.ts'
import tool from './tool.ts'
import { readRun } from './read-run.ts'
import { SINGLES } from './common-words.ts'
import { WORDS } from './words.ts'

type Answer = { text: string; characters?: { text: string; reading: string; others: string }[]; unknown?: string }
const run = async (input: Record<string, unknown>) => (await answerTool(tool, input, createTestHost())) as Answer

const SYLLABLES =
  'a ai an ang ao ba bai bei bin bo cha chuang ci cui da dia diu dong e ei en er fa fo gei guai gun hong hua ji jia jiang jiong jiu ju juan jue jun ka kui la lei lia liang liu lo lü lüe luan mo nü nüe nuo o ou pin qiong que qun ran ri rui sa shui shuo si te tui wai wo xiong xu xue ya ye yi yo you yu yuan yun za zhuang zhui zi zuo'.split(
    ' ',
  )
const syllable = fc.constantFrom(...SYLLABLES)
const tone = fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const, 4 as const)

test('tone marks both ways', () => {
  fc.assert(
    fc.property(syllable, tone, (plain, number) =>
      assert.deepEqual(splitTone(joinTone({ plain, tone: number })), { plain, tone: number }),
    ),
  )
})

test('numbers → marks → numbers, ü in any spelling', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(syllable, fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('ü' as const, 'v' as const),
      (list, umlaut) => {
        const text = list.map(([plain, number]) => `${writeUmlaut(plain, umlaut)}${number}`).join(' ')
        assert.equal(marksToNumbers(numbersToMarks(text), { umlaut }), text)
      },
    ),
  )
})

for (const [text, expected] of [
  ['lv4 se4', 'lǜ sè'],
  ['lu:4', 'lǜ'],
  ['nv3er2', 'nǚér'],
  ['jiu3 gui4 xiong2', 'jiǔ guì xióng'],
  ['Bei3jing1', 'Běijīng'],
  ['ma5 ma0', 'ma ma'],
  ['h2o and abc123', 'h2o and abc123'],
  ['ng4', 'ǹg'],
] as const)
  test(`${text} → ${expected}`, () => assert.equal(numbersToMarks(text), expected))

for (const [input, expected] of [
  [{ text: '吕布的女儿', umlaut: 'v', form: 'none' }, 'lv bu de nv er'],
  [{ text: '绿', umlaut: 'yu', form: 'numbers' }, 'lyu4'],
  [{ text: '中国', form: 'initials' }, 'zh g'],
  [{ text: '中国', form: 'first', separator: 'none', letters: 'upper' }, 'ZG'],
  [{ text: '中国绿', form: 'finals' }, 'ōng uó ǜ'],
  [{ text: '西安', separator: 'none' }, "xī'ān"],
  [{ text: '一个不是', sandhi: true }, 'yí gè bú shì'],
  [{ text: '一个不是' }, 'yī gè bù shì'],
  [{ text: '差不多，去不去', sandhi: true }, 'chà bu duō，qù bu qù'],
  [{ text: '单田芳', names: 'head' }, 'shàn tián fāng'],
  [{ text: '王\n仇英\n尉迟恭', names: 'head' }, 'wáng\nqiú yīng\nyù chí gōng'],
  [{ text: '銀行', isTraditional: true }, 'yín háng'],
  [{ text: '单行道', words: '单行道 chan2 xing2 dao4' }, 'chán xíng dào'],
  [{ text: '他的A4纸，共3张。' }, 'tā de A4 zhǐ，gòng 3 zhāng。'],
  [
    { mode: 'ruby', text: '<中>\n文' },
    '&lt;<ruby>中<rp>(</rp><rt>zhōng</rt><rp>)</rp></ruby>&gt;<br>\n<ruby>文<rp>(</rp><rt>wén</rt><rp>)</rp></ruby>',
  ],
  [{ mode: 'passport', text: '女娲' }, 'NYU WA'],
  [{ mode: 'passport', text: '吕布 单田芳　尉迟恭、张三\r\n李 四' }, 'LYU BU\nSHAN TIANFANG\nYUCHI GONG\nZHANG SAN\nLI SI'],
  [{ mode: 'passport', text: '阿凡提·买买提' }, 'AFANTI MAIMAITI'],
  [{ mode: 'tones', text: 'nǚ’ér lǜ', umlaut: 'v' }, 'nv3’er2 lv4'],
  [{ mode: 'tones', text: '妈mā，拼音pīnyīn ê̄ hm̀' }, '妈ma1，拼音pin1yin1 ê1 hm4'],
  [{ mode: 'tones', text: 'nǚér xmā' }, 'nǚér xmā'],
  [{ mode: 'simplified', text: '頭髮發展' }, '头发发展'],
  // As OpenCC 1.1.6 leaves them (t2s): 么 is no 幺 here.
  [{ mode: 'simplified', text: '饿了么？是么，么么哒；為什么女孩這麼' }, '饿了么？是么，么么哒；为什么女孩这么'],
  [{ mode: 'simplified', text: '老么、么妹、么兒' }, '老幺、幺妹、幺儿'],
  [{ mode: 'simplified', text: '呼么喝六、么麼小醜、什么' }, '呼幺喝六、幺麽小丑、什么'],
  // Written so in the List of Commonly Used Standard Chinese Characters (2013) and in OpenCC's t2s; its tw2s has 原着.
  [
    { mode: 'simplified', text: '原著小說、土著、專著、論著、編著、譯著、卓著、見微知著' },
    '原著小说、土著、专著、论著、编著、译著、卓著、见微知著',
  ],
  [{ mode: 'simplified', text: '看著土著，著急著火，沉著，效果显著' }, '看着土著，着急着火，沉着，效果显著'],
  [{ mode: 'traditional', text: '软件', region: 'twp' }, '軟體'],
  [{ text: '' }, ''],
] as const)
  test(`${JSON.stringify(input)} → ${expected}`, async () => assert.equal((await run(input)).text, expected))

test('a megabyte of letters without tone numbers takes no longer than its length asks', async () => {
  const text = 'hao'.repeat(350_000)
  const start = performance.now()
  assert.equal((await run({ mode: 'tones', text })).text, text)
  assert.equal((await run({ mode: 'tones', text: `mǎ${text}` })).text.length, 4 * 350_001 - 1)
  assert.ok(performance.now() - start < 60_000)
})

test('a character without a reading is kept and named', async () => {
  const { text, unknown } = await run({ text: '𠮷野家' })
  assert.equal(text, '𠮷 yě jiā')
  assert.equal(unknown, '𠮷')
})

test('readings of each character', async () => {
  const { characters } = await run({ text: '银行', readings: true })
  assert.deepEqual(
    characters?.map((row) => [row.text, row.reading]),
    [
      ['银', 'yín'],
      ['行', 'háng'],
    ],
  )
  assert.match(characters?.[1]?.others ?? '', /xíng/)
})

test('chunks join to the text and never cut a surrogate pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('中', '𠮷', '。', 'a', '\n'), maxLength: 60 }), (unit) => {
      const text = unit.repeat(1500)
      const chunks = [...toChunks(text)]
      assert.equal(chunks.join(''), text)
      assert.ok(chunks.every((chunk) => chunk.isWellFormed()))
    }),
    { numRuns: 20 },
  )
})

test('a long text comes in steps and keeps its lines', async () => {
  const text = '重庆银行\n'.repeat(20_000)
  const steps: Answer[] = []
  for await (const step of runTool(tool, { text, form: 'none' }, createTestHost())) steps.push(step as Answer)
  assert.ok(steps.length >= 3)
  assert.equal(steps.at(-1)?.text, 'chong qing yin hang\n'.repeat(20_000))
})

test('a long run without punctuation is read by words as well', async () => {
  const { text } = await run({ text: '重庆银行'.repeat(300), form: 'none' })
  assert.equal(text, Array.from({ length: 300 }, () => 'chong qing yin hang').join(' '))
})

test('words that meet are parted before they become traditional', async () => {
  const convert = async (text: string, region: string) => (await run({ mode: 'traditional', text, region })).text
  for (const [text, expected] of [
    ['学生发现校长发言被发送给粉丝发布', '學生發現校長發言被發送給粉絲發佈'],
    ['最多只能，更复杂，用来复制，是只读的', '最多只能，更複雜，用來複製，是只讀的'],
    ['提供制度，参与制造，特制定本办法', '提供制度，參與製造，特制定本辦法'],
    ['数据表转换，展示了如何，了如指掌', '數據表轉換，展示了如何，瞭如指掌'],
    ['30天后过期，歌坛天后，一只只', '30天後過期，歌壇天后，一隻隻'],
    ['理发，头发，白发苍苍，生发，美发店', '理髮，頭髮，白髮蒼蒼，生髮，美髮店'],
  ] as const)
    for (const region of ['tw', 't']) assert.equal(await convert(text, region), expected, region)
  assert.equal(
    await convert('改变量子比特，少数组织，聚集成群，系统集成功能', 'twp'),
    '改變量子位元，少數組織，聚集成群，系統整合功能',
  )
})

test('a cancelled run stops', async () => {
  const host = createTestHost({ signal: AbortSignal.abort() })
  await assert.rejects(answerTool(tool, { text: '中' }, host), { name: 'AppError' })
})

test('a wrong own word is named with its line', async () => {
  await assert.rejects(run({ text: '中', words: '好 hao3\n单行 dan1' }), /line 2/)
})

for (const [text, reading] of [
  ['还款还是不还', 'huán kuǎn hái shì bù huán'],
  [
    '他的为人，为人谦和，为人所知；为人看病，他的为人民服务',
    'tā de wéi rén，wéi rén qiān hé，wéi rén suǒ zhī；wèi rén kàn bìng，tā de wèi rén mín fú wù',
  ],
  [
    '命令行的行数，逐行重命名，进行数据分析，太空行走',
    'mìng lìng háng de háng shù，zhú háng chóng mìng míng，jìn xíng shù jù fēn xī，tài kōng xíng zǒu',
  ],
  ['给出行列，研发质量，资金发放，染发护发', 'gěi chū háng liè，yán fā zhì liàng，zī jīn fā fàng，rǎn fà hù fà'],
  ['长高了，长出叶子，波长高于', 'zhǎng gāo le，zhǎng chū yè zi，bō cháng gāo yú'],
  ['系安全带，关系好，联系上', 'jì ān quán dài，guān xì hǎo，lián xì shàng'],
  ['裤子、饺子、例子、电子、原子', 'kù zi、jiǎo zi、lì zi、diàn zǐ、yuán zǐ'],
  ['朋友告诉学生，眼睛、名字、月亮', 'péng you gào su xué sheng，yǎn jing、míng zi、yuè liang'],
  ['这个地方，地方政府，目的地方位，首先生成', 'zhè ge dì fang，dì fāng zhèng fǔ，mù dì dì fāng wèi，shǒu xiān shēng chéng'],
  ['东西在东西部，基本事实，将进酒', 'dōng xi zài dōng xī bù，jī běn shì shí，qiāng jìn jiǔ'],
  ['挨打、挨饿、划痕、刨花、弹幕、重定向', 'ái dǎ、ái è、huá hén、bào huā、dàn mù、chóng dìng xiàng'],
  ['银行提醒还钱，还有三天', 'yín háng tí xǐng huán qián，hái yǒu sān tiān'],
  ['种植这种植物', 'zhòng zhí zhè zhǒng zhí wù'],
  ['台州市的烟台人', 'tāi zhōu shì de yān tái rén'],
  ['为人师表，为人民服务', 'wéi rén shī biǎo，wèi rén mín fú wù'],
  ['南京市长江大桥在武汉市长江路', 'nán jīng shì cháng jiāng dà qiáo zài wǔ hàn shì cháng jiāng lù'],
  ['长沙市长沙县，市长沙某', 'cháng shā shì cháng shā xiàn，shì zhǎng shā mǒu'],
  ['西安市长安区的市长安排工作', 'xī ān shì cháng ān qū de shì zhǎng ān pái gōng zuò'],
  ['上海闵行莘庄，苏州浒墅关', 'shàng hǎi mǐn háng xīn zhuāng，sū zhōu xǔ shù guān'],
  ['歙县、浚县、蔚县、蠡县', 'shè xiàn、xùn xiàn、yù xiàn、lǐ xiàn'],
  ['珲春、繁峙、筠连、吴堡、华阴', 'hún chūn、fán shì、jūn lián、wú bǔ、huà yīn'],
  ['乐清，乐清市；快乐清单', 'yuè qīng，yuè qīng shì；kuài lè qīng dān'],
  ['单县，山东单县，简单县城', 'shàn xiàn，shān dōng shàn xiàn，jiǎn dān xiàn chéng'],
  ['曾国藩与华罗庚', 'zēng guó fān yǔ huà luó gēng'],
  ['局长和船长的心脏', 'jú zhǎng hé chuán zhǎng de xīn zàng'],
  ['北斗倒映在湖泊里，率先切换', 'běi dǒu dào yìng zài hú pō lǐ，shuài xiān qiē huàn'],
  ['嚣张、豁达、辗转、纳什、出货量', 'xiāo zhāng、huò dá、zhǎn zhuǎn、nà shí、chū huò liàng'],
  ['商量降水量，丈量五行', 'shāng liang jiàng shuǐ liàng，zhàng liáng wǔ xíng'],
  ['供货登记簿，文件夹，四舍五入，回宿舍去', 'gōng huò dēng jì bù，wén jiàn jiā，sì shě wǔ rù，huí sù shè qù'],
  ['这种地方举行会谈', 'zhè zhǒng dì fang jǔ xíng huì tán'],
  ['上海参加，学校对于，许多重要，严重影响', 'shàng hǎi cān jiā，xué xiào duì yú，xǔ duō zhòng yào，yán zhòng yǐng xiǎng'],
  ['学生发展，国家什么，为了得到', 'xué sheng fā zhǎn，guó jiā shén me，wèi le dé dào'],
  ['大城市的公司长期合作', 'dà chéng shì de gōng sī cháng qī hé zuò'],
  ['把图片粘贴到请帖上', 'bǎ tú piàn zhān tiē dào qǐng tiě shàng'],
  ['卡住了，信用卡住房贷款', 'qiǎ zhù le，xìn yòng kǎ zhù fáng dài kuǎn'],
  ['头发长长了', 'tóu fa zhǎng cháng le'],
  ['他高兴地说，慢慢地下了山，轻轻地点了点头', 'tā gāo xìng de shuō，màn màn de xià le shān，qīng qīng de diǎn le diǎn tóu'],
  ['认真地处理，更好地了解，小心翼翼地打开', 'rèn zhēn de chǔ lǐ，gèng hǎo de liǎo jiě，xiǎo xīn yì yì de dǎ kāi'],
  ['天天坐地铁，土地，这块地归我，占地面积', 'tiān tiān zuò dì tiě，tǔ dì，zhè kuài dì guī wǒ，zhàn dì miàn jī'],
  ['注册地在上海，中国地大物博，实地考察', 'zhù cè dì zài shàng hǎi，zhōng guó dì dà wù bó，shí dì kǎo chá'],
  ['跑得快，长得高，表现得很好，看得见', 'pǎo de kuài，zhǎng de gāo，biǎo xiàn de hěn hǎo，kàn de jiàn'],
  ['我得走了，还得等；他们得第一，谁得奖', 'wǒ děi zǒu le，hái děi děng；tā men dé dì yī，shuí dé jiǎng'],
  ['特长得到发挥，成长得快，心得，做得到', 'tè cháng dé dào fā huī，chéng zhǎng de kuài，xīn dé，zuò de dào'],
  ['禁不住，差不多，对不起，舍不得，受不了', 'jīn bu zhù，chà bu duō，duì bu qǐ，shě bu de，shòu bu liǎo'],
  ['用不着你管，你管不着，了不得', 'yòng bu zháo nǐ guǎn，nǐ guǎn bu zháo，liǎo bu de'],
  ['去不去，能不能，不起眼', 'qù bù qù，néng bù néng，bù qǐ yǎn'],
  ['面对不起眼的人，往来不及时，为了不得罪人', 'miàn duì bù qǐ yǎn de rén，wǎng lái bù jí shí，wèi le bù dé zuì rén'],
  ['至少不得少于，尽管不着急，照顾不到位', 'zhì shǎo bù dé shǎo yú，jǐn guǎn bù zháo jí，zhào gù bù dào wèi'],
  ['为人', 'wéi rén'],
  ['为人低调，其为人也；为人类，为人工智能', 'wéi rén dī diào，qí wéi rén yě；wèi rén lèi，wèi rén gōng zhì néng'],
  [
    '她也为人民群众的生活带来了许多的便利大家都十分高兴地看到这样的变化其中有空间和面粉以及面条等等各种食品可以购买使用',
    'tā yě wèi rén mín qún zhòng de shēng huó dài lái le xǔ duō de biàn lì dà jiā dōu shí fēn gāo xìng de kàn dào zhè yàng de biàn huà qí zhōng yǒu kōng jiān hé miàn fěn yǐ jí miàn tiáo děng děng gè zhǒng shí pǐn kě yǐ gòu mǎi shǐ yòng',
  ],
  ['有空没空，抽空看书；有空间，没空调', 'yǒu kòng méi kòng，chōu kòng kàn shū；yǒu kōng jiān，méi kōng tiáo'],
  ['和面机和面，水和面粉，我和面试官', 'huó miàn jī huó miàn，shuǐ hé miàn fěn，wǒ hé miàn shì guān'],
  ['学数数，数数字，参数数量', 'xué shǔ shù，shù shù zì，cān shù shù liàng'],
  ['数数巴士有几辆，没空间，的士兵', 'shǔ shù bā shì yǒu jǐ liàng，méi kōng jiān，de shì bīng'],
  ['差分方程，相差分数', 'chā fēn fāng chéng，xiāng chà fēn shù'],
  ['今朝，朝三暮四，今朝鲜', 'jīn zhāo，zhāo sān mù sì，jīn cháo xiǎn'],
  ['一宿没睡，同一宿舍', 'yī xiǔ méi shuì，tóng yī sù shè'],
  ['上声，以上声明', 'shǎng shēng，yǐ shàng shēng míng'],
  ['矫情、咋呼、唠嗑、煞尾', 'jiáo qing、zhā hu、lào kē、shā wěi'],
  ['大埔、阳曲、解州、厦大', 'dà bù、yáng qū、xiè zhōu、xià dà'],
  ['的士、衣着、杆秤、圩田、乳臭未干', 'dī shì、yī zhuó、gǎn chèng、wéi tián、rǔ xiù wèi gān'],
  ['简单县城倒车抽雪茄', 'jiǎn dān xiàn chéng dào chē chōu xuě jiā'],
] as const)
  test(`${text} is read ${reading}`, async () => assert.equal((await run({ text })).text, reading))

test('words are found as pinyin-pro finds them, in short runs and long ones, with surnames and without', async () => {
  const { addDict, pinyin, removeDict } = await import('pinyin-pro')
  const { PatternsNormal } = await import('pinyin-pro/dist/esm/data/patterns.mjs')
  // Of a word that both lists have ours is the reading, and what is said of its likelihood by either the likelihood.
  const likely = new Map(PatternsNormal.filter(({ priority }) => priority === 1).map(({ zh, probability }) => [zh, probability]))
  const dict = Object.entries(WORDS).map(
    ([word, [reading, probability]]) => [word, [reading, Math.max(probability, likely.get(word) ?? 0)]] as const,
  )
  addDict(Object.fromEntries(dict), 'octet')
  // Nodes that were there before new words do not lead on to these, unless they are told anew.
  const { acTree } = await import('pinyin-pro/dist/esm/common/segmentit/index.mjs')
  for (let level = [acTree.root]; level.length > 0; acTree.queues.push(level))
    level = level.flatMap(({ children }) => [...children.values()])
  // Of a word that both lists have the library takes the likelier one, and we ours: it reads 数数 as shuò shuò, “often”.
  const doubled = new Set(PatternsNormal.filter(({ zh, priority }) => priority === 1 && Object.hasOwn(WORDS, zh)))
  const nodes = acTree.queues.flat().filter(({ patterns }) => patterns.some((pattern) => doubled.has(pattern)))
  const kept = nodes.map((node) => ({ node, patterns: node.patterns }))
  for (const node of nodes) node.patterns = node.patterns.filter((pattern) => !doubled.has(pattern))
  acTree.buildFailPointer()
  const words = [...PatternsNormal.map(({ zh }) => zh), ...Object.keys(WORDS)]
  const piece = fc.oneof(
    fc.constantFrom(...words),
    fc.constantFrom(...words, ...'一不了々〇的地A7', '𠮷').map((word) => [...word][0]!),
  )
  const run = fc
    .array(
      piece.filter((text) => !Array.from(text).some((char) => SINGLES.has(char))), // these are read by us
      { minLength: 1, maxLength: 40 },
    )
    .map((pieces) => pieces.join(''))
  // In long runs ours parts these before others, which the library there takes as it does any word.
  const weak = Object.entries(WORDS).flatMap(([word, [, probability]]) => (probability < 1e-13 ? [word] : []))
  fc.assert(
    fc.property(run, fc.constantFrom('off', 'head', 'all'), fc.boolean(), (text, surname, hasSandhi) => {
      fc.pre(text.length <= 50 || !weak.some((word) => text.includes(word)))
      const segmentit = text.length > 50 ? 3 : 2
      const theirs = pinyin(text, { type: 'array', surname, toneSandhi: hasSandhi, segmentit })
      const chars = Array.from(text)
      const ours = readRun(text, { surname, hasSandhi, hasParticles: false }).map((reading, at) => reading ?? chars[at])
      // Without the spoken tones theirs has no neutral 不 at all: where ours has one, it is of a word, as theirs has it in speech.
      const spoken = pinyin(text, { type: 'array', surname, toneSandhi: true, segmentit })
      const isOfWord = (at: number) => chars[at] === '不' && spoken[at] === 'bu' && chars[at - 1] !== chars[at + 1]
      assert.deepEqual(
        ours,
        theirs.map((reading, at) => (!hasSandhi && isOfWord(at) ? 'bu' : reading)),
        text,
      )
    }),
    { numRuns: 500 },
  )
  for (const { node, patterns } of kept) node.patterns = patterns
  removeDict('octet')
})

test('a word that ends as the name of a place begins is read as the word', async () => {
  assert.equal((await run({ text: '内分泌阳性' })).text, 'nèi fēn mì yáng xìng')
  assert.equal((await run({ text: '泌阳县' })).text, 'bì yáng xiàn')
})
