import { counted } from '@octet/core/counted.ts'
import { AppError, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import { splitLines } from '@octet/core/lines.ts'
import { joinText, type Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { changeCase, changeCases, LETTER_CASES } from './letters.ts'
import { toNumeralRow, type NumeralRow } from './numerals.ts'

const LETTERS = { mode: ['letters'] } as const
const NUMBERS = { mode: ['numbers'] } as const
const MAX_LINES = 10_000

/** Cases with an example of themselves. */
const CASE_NAMES: Readonly<Record<(typeof LETTER_CASES)[number], Text>> = {
  upper: { en: 'UPPER CASE', zh: '全部大写 UPPER' },
  lower: { en: 'lower case', zh: '全部小写 lower' },
  title: { en: 'Title Case (AP)', zh: '标题 Title（AP 规则）' },
  chicago: { en: 'Title Case (Chicago)', zh: '标题 Title（芝加哥规则）' },
  sentence: { en: 'Sentence case', zh: '句首大写 Sentence' },
  capital: { en: 'Every Word', zh: '每词首字母大写' },
  swap: { en: 'sWAP cASE', zh: '大小写互换' },
  camel: { en: 'camelCase', zh: '小驼峰 camelCase' },
  pascal: { en: 'PascalCase', zh: '大驼峰 PascalCase' },
  snake: { en: 'snake_case', zh: '下划线 snake_case' },
  constant: { en: 'CONSTANT_CASE', zh: '常量 CONSTANT_CASE' },
  kebab: { en: 'kebab-case', zh: '短横线 kebab-case' },
  train: { en: 'Train-Case', zh: '首字母大写短横线 Train-Case' },
  dot: { en: 'dot.case', zh: '点号 dot.case' },
  path: { en: 'path/case', zh: '路径 path/case' },
  numeronym: { en: 'Numeronym (i18n, k8s)', zh: '数字缩写（i18n、k8s）' },
  'full-width': { en: 'Ｆｕｌｌ　ｗｉｄｔｈ', zh: '全角 Ａ１，' },
  'half-width': { en: 'Half width', zh: '半角 A1,' },
}

const row = z.object({
  input: z.string().meta({ label: { en: 'Input', zh: '输入' } }),
  rmb: z.string().meta({ label: { en: 'RMB amount', zh: '人民币大写' } }),
  upper: z.string().meta({ label: { en: 'Capital numerals', zh: '大写数字' } }),
  lower: z.string().meta({ label: { en: 'Everyday numerals', zh: '小写数字' } }),
  digits: z.string().meta({ label: { en: 'Digit by digit', zh: '逐位读法' } }),
  arabic: z.string().meta({ label: { en: 'Arabic', zh: '阿拉伯数字' } }),
  note: z.string().meta({ label: { en: 'Correct form or error', zh: '规范写法或错误' } }),
})

export default defineTool({
  id: 'case',
  route: '/convert/daxiaoxie',
  group: 'convert',
  rank: 10,
  icon: 'LetterCase',
  title: { en: 'Letter case and Chinese numerals', zh: '大小写转换' },
  summary: {
    en: 'Fifteen letter cases, numeronyms, full and half width; numbers and RMB amounts between digits, 一二三 and 壹贰叁',
    zh: '英文十五种大小写、数字缩写、全角半角；数字、人民币金额在阿拉伯数字、一二三、壹贰叁之间互转',
  },
  about: {
    en: 'Letter case follows Unicode, or the rules of one language (Turkish i). Half width is that of ASCII: 、。《》 have no twin there and stay. Amounts follow the People’s Bank of China’s rules for filling in bills: 整 after 元, optional after 角, never after 分; one 零 for each run of zeros. Numbers are exact up to 10^24; a third decimal is an error unless you choose a rounding.',
    zh: '字母大小写遵循 Unicode 规则，也可选择语言（如土耳其语的 i）。半角只换 ASCII 中有的符号，、。《》等保持不变。金额按中国人民银行《正确填写票据和结算凭证的基本规定》书写：“元”后写“整”，“角”后可写可不写，“分”后不写；中间连续的零只写一个“零”。精确到 10^24，不经过浮点数；出现第三位小数时报错，除非您选定舍入方式。',
  },
  keywords: [
    'upper',
    'lower',
    'camel',
    'snake',
    'kebab',
    'slugify',
    'title case',
    'rmb',
    'cny',
    '大写',
    '小写',
    '驼峰',
    '人民币大写',
    '金额',
    '壹贰叁',
    '中文数字',
    'uppercase',
    'lowercase',
    '转大写',
    '转小写',
    '数字转大写',
    '金额大写',
    'snake case',
    'camel case',
    'full width',
    'half width',
    'fullwidth',
    'halfwidth',
    '全角',
    '半角',
    '全角转半角',
    '半角转全角',
    'slug',
    'url slug',
    'numeronym',
    'i18n',
  ],
  input: z.object({
    mode: z
      .enum(['letters', 'numbers'])
      .default('letters')
      .meta({
        label: { en: 'What to convert', zh: '转换内容' },
        options: { letters: { en: 'Letters', zh: '英文字母' }, numbers: { en: 'Numbers and amounts', zh: '数字与金额' } },
      }),
    text: z.string().meta({
      label: { en: 'Text, or one number per line', zh: '文本，或每行一个数字' },
      widget: 'text',
      main: true,
      placeholder: { en: 'hello world / 12000.01 / 壹万贰仟元零壹分', zh: 'hello world / 12000.01 / 壹万贰仟元零壹分' },
    }),
    to: z
      .enum(LETTER_CASES)
      .default('upper')
      .meta({
        label: { en: 'Case', zh: '格式' },
        when: LETTERS,
        options: CASE_NAMES,
      }),
    all: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Every case in a list', zh: '同时列出全部格式' }, when: LETTERS }),
    keepAcronyms: z
      .boolean()
      .default(false)
      .describe(
        joinText({
          en: 'In camelCase, PascalCase and Train-Case: parseHTTPResponse, not parseHttpResponse',
          zh: '用于 camelCase、PascalCase、Train-Case：parseHTTPResponse，而非 parseHttpResponse',
        }),
      )
      .meta({ label: { en: 'Keep acronyms in names (HTTP)', zh: '变量名保留缩写词（HTTP）' }, when: LETTERS, advanced: true }),
    keepCapitals: z
      .boolean()
      .default(true)
      .describe(
        joinText({
          en: 'In titles, sentences and Every Word: iPhone, NASA and O’Neill stay as they are, unless all of their line is in capitals',
          zh: '用于标题、句首大写与每词首字母大写：iPhone、NASA、O’Neill 保持原样，除非整行都是大写',
        }),
      )
      .meta({
        label: { en: 'Keep capitals inside words (iPhone, NASA)', zh: '保留词内大写（iPhone、NASA）' },
        when: LETTERS,
        advanced: true,
      }),
    locale: z
      .enum(['', 'tr', 'az', 'lt', 'el', 'nl'])
      .default('')
      .meta({
        label: { en: 'Language rules', zh: '语言规则' },
        when: LETTERS,
        advanced: true,
        options: {
          '': { en: 'Unicode default', zh: 'Unicode 默认' },
          tr: { en: 'Turkish', zh: '土耳其语' },
          az: { en: 'Azerbaijani', zh: '阿塞拜疆语' },
          lt: { en: 'Lithuanian', zh: '立陶宛语' },
          el: { en: 'Greek', zh: '希腊语' },
          nl: { en: 'Dutch', zh: '荷兰语' },
        },
      }),
    form: z
      .enum(['rmb', 'upper', 'lower', 'digits', 'arabic'])
      .default('rmb')
      .meta({
        label: { en: 'Result as', zh: '结果形式' },
        when: NUMBERS,
        widget: 'segments',
        options: {
          rmb: { en: 'RMB amount', zh: '人民币大写' },
          upper: { en: '壹贰叁', zh: '大写 壹贰叁' },
          lower: { en: '一二三', zh: '小写 一二三' },
          digits: { en: 'Digit by digit', zh: '逐位 二〇二六' },
          arabic: { en: '123', zh: '数字 123' },
        },
      }),
    rounding: z
      .enum(['refuse', 'half-up', 'half-even', 'down'])
      .default('refuse')
      .meta({
        label: { en: 'More than two decimals', zh: '超过两位小数' },
        when: NUMBERS,
        options: {
          refuse: { en: 'Error', zh: '报错' },
          'half-up': { en: 'Round half up', zh: '四舍五入' },
          'half-even': { en: 'Round half to even', zh: '银行家舍入' },
          down: { en: 'Truncate', zh: '截断' },
        },
      }),
    bigUnits: z
      .enum(['repeat', 'names'])
      .default('repeat')
      .meta({
        label: { en: 'Above 10^12', zh: '万亿以上' },
        when: NUMBERS,
        advanced: true,
        options: { repeat: { en: '万亿, 亿亿', zh: '万亿、亿亿' }, names: { en: '兆 京 垓 秭', zh: '兆、京、垓、秭' } },
      }),
    traditional: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Traditional characters', zh: '繁体字' }, when: NUMBERS, advanced: true }),
    whole: z
      .enum(['整', '正'])
      .default('整')
      .meta({
        label: { en: 'Ending', zh: '结尾用字' },
        when: NUMBERS,
        advanced: true,
        options: { 整: { en: '整', zh: '整' }, 正: { en: '正', zh: '正' } },
      }),
    wholeAfterJiao: z
      .boolean()
      .default(false)
      .meta({ label: { en: '整 after 角 too', zh: '“角”后也写“整”' }, when: NUMBERS, advanced: true }),
    yuan: z
      .enum(['元', '圆'])
      .default('元')
      .meta({
        label: { en: 'Unit', zh: '单位用字' },
        when: NUMBERS,
        advanced: true,
        options: { 元: { en: '元', zh: '元' }, 圆: { en: '圆', zh: '圆' } },
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    cases: z
      .array(
        z.object({
          case: z.string().meta({ label: { en: 'Case', zh: '格式' } }),
          text: z.string().meta({ label: { en: 'Result', zh: '结果' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Every case', zh: '全部格式' }, widget: 'table' }),
    rows: z
      .array(row)
      .optional()
      .meta({ label: { en: 'In every form', zh: '全部写法' }, widget: 'table' }),
  }),
  accepts: { number: { mode: 'numbers', text: '' } },
  examples: [
    { name: { en: 'Sharp s', zh: '德语 ß' }, input: { text: 'Straße' }, output: { text: 'STRASSE' } },
    {
      name: { en: 'Title', zh: '英文标题' },
      input: { text: 'the lord of the rings', to: 'title' },
      output: { text: 'The Lord of the Rings' },
    },
    {
      name: { en: 'Variable names', zh: '变量名' },
      input: { text: 'parseHTTPResponse\nuserId', to: 'snake' },
      output: { text: 'parse_http_response\nuser_id' },
    },
    {
      name: { en: 'Every case at once', zh: '一次列出全部格式' },
      input: { text: 'user loginCount', to: 'kebab', all: true },
      output: {
        text: 'user-login-count',
        cases: [
          { case: 'UPPER CASE', text: 'USER LOGINCOUNT' },
          { case: 'lower case', text: 'user logincount' },
          { case: 'Title Case (AP)', text: 'User loginCount' },
          { case: 'Title Case (Chicago)', text: 'User loginCount' },
          { case: 'Sentence case', text: 'User loginCount' },
          { case: 'Every Word', text: 'User loginCount' },
          { case: 'sWAP cASE', text: 'USER LOGINcOUNT' },
          { case: 'camelCase', text: 'userLoginCount' },
          { case: 'PascalCase', text: 'UserLoginCount' },
          { case: 'snake_case', text: 'user_login_count' },
          { case: 'CONSTANT_CASE', text: 'USER_LOGIN_COUNT' },
          { case: 'kebab-case', text: 'user-login-count' },
          { case: 'Train-Case', text: 'User-Login-Count' },
          { case: 'dot.case', text: 'user.login.count' },
          { case: 'path/case', text: 'user/login/count' },
          { case: 'Numeronym (i18n, k8s)', text: 'u2r l8t' },
          { case: 'Ｆｕｌｌ　ｗｉｄｔｈ', text: 'ｕｓｅｒ　ｌｏｇｉｎＣｏｕｎｔ' },
          { case: 'Half width', text: 'user loginCount' },
        ],
      },
    },
    {
      name: { en: 'RMB amount', zh: '人民币金额大写' },
      input: { mode: 'numbers', text: '12000.01' },
      output: {
        text: '壹万贰仟元零壹分',
        rows: [
          {
            input: '12000.01',
            rmb: '壹万贰仟元零壹分',
            upper: '壹万贰仟点零壹',
            lower: '一万二千点零一',
            digits: '一二〇〇〇点〇一',
            arabic: '12000.01',
            note: '',
          },
        ],
      },
    },
    {
      name: { en: 'Amount back to digits, checked', zh: '大写金额还原并校验' },
      input: { mode: 'numbers', text: '壹仟零伍拾元', form: 'arabic' },
      output: {
        text: '1050',
        rows: [
          {
            input: '壹仟零伍拾元',
            rmb: '壹仟零伍拾元整',
            upper: '壹仟零伍拾',
            lower: '一千零五十',
            digits: '一〇五〇',
            arabic: '1050',
            note: '壹仟零伍拾元整',
          },
        ],
      },
    },
    {
      name: { en: 'Full width to half width', zh: '全角转半角' },
      input: { text: 'Ｃ＋＋，《书》。', to: 'half-width' },
      output: { text: 'C++,《书》。' },
    },
    {
      name: { en: 'Title with names', zh: '含专名的标题' },
      input: { text: 'how NASA put an iPhone in orbit', to: 'title' },
      output: { text: 'How NASA Put an iPhone in Orbit' },
    },
  ],
  run({ mode, text, to, all, keepAcronyms, keepCapitals, locale, form, ...style }, host) {
    if (mode === 'letters') {
      const options = { locale, keepsAcronyms: keepAcronyms, keepsCapitals: keepCapitals || keepAcronyms }
      if (!all) return { text: changeCase(text, to, options) }
      const texts = changeCases(text, LETTER_CASES, options)
      const cases = LETTER_CASES.map((id, index) => ({ case: CASE_NAMES[id][host.lang], text: texts[index]! }))
      return { text: texts[LETTER_CASES.indexOf(to)]!, cases }
    }
    const lines = splitLines(text).map((line) => line.trim())
    const numbers = lines.filter(Boolean)
    if (numbers.length > MAX_LINES)
      throw new AppError('too_large', { field: 'text', limit: counted(MAX_LINES, 'lines'), got: `${numbers.length}` })
    const isBatch = numbers.length > 1
    const rows = (numbers.length > 0 ? numbers : ['']).map((line): NumeralRow => {
      try {
        return toNumeralRow(line, { ...style, isAmount: form === 'rmb' })
      } catch (error) {
        if (!isBatch || !isAppError(error)) throw error
        return { input: line, rmb: '', upper: '', lower: '', digits: '', arabic: '', note: toErrorMessage(error, host.lang) }
      }
    })
    return { text: rows.map((result) => result[form] || result.note).join('\n'), rows }
  },
})
