import type { Text } from '@octet/core/text.ts'

/** What Perl, PCRE and Java have and the engines here have not, and what stands for it. */
const HINTS: readonly (readonly [form: RegExp, hint: Text, only?: 'javascript'])[] = [
  [
    /\(\?P<\w+>/y,
    { en: 'named groups are written (?<name>…) in JavaScript', zh: 'JavaScript 的命名分组写作 (?<name>…)' },
    'javascript',
  ],
  [
    /\(\?P=\w+\)/y,
    {
      en: '(?P=name) is a back-reference of Python and PCRE; the JavaScript engine has it as \\k<name>',
      zh: '(?P=名称) 是 Python 与 PCRE 的反向引用；JavaScript 引擎写作 \\k<名称>',
    },
  ],
  [
    /\(\?[a-zA-Z]*x[a-zA-Z]*(?:-[a-zA-Z]+)?[:)]/y,
    {
      en: 'mode x, which ignores blanks and comments, is not supported here; remove them from the pattern',
      zh: '此处的引擎不支持忽略空白与注释的 x 模式，请从表达式中去掉空白与注释',
    },
  ],
  [
    /\(\?[imsxUJ]+(?:-[imsxUJ]+)?\)/y,
    {
      en: 'JavaScript has flags for a group only, as in (?i:…); use the switches for the whole pattern',
      zh: 'JavaScript 只支持分组内的标志，如 (?i:…)；整个表达式请用对应的开关',
    },
    'javascript',
  ],
  [
    /\(\?>/y,
    {
      en: 'atomic groups are not supported here; (?=(…))\\1 does the same in JavaScript',
      zh: '此处的引擎不支持原子分组；在 JavaScript 中可用 (?=(…))\\1 代替',
    },
  ],
  [
    /(?:[*+?}]|\{\d+(?:,\d*)?\})\+/y,
    {
      en: 'possessive quantifiers (Perl, Java) are not supported here; remove the last +',
      zh: '此处的引擎不支持占有量词（Perl、Java 支持），请去掉最后的 +',
    },
  ],
  [/\(\?#/y, { en: 'comments in a pattern are not supported here', zh: '此处的引擎不支持表达式内的注释' }],
  [/\(\?(?:R|[+-]?\d+|&\w+|P>\w+)\)/y, { en: 'recursion (PCRE) is not supported here', zh: '此处的引擎不支持递归（PCRE 支持）' }],
  [/\(\?\(/y, { en: 'conditions (PCRE) are not supported here', zh: '此处的引擎不支持条件分组（PCRE 支持）' }],
  [/\\h/y, { en: '\\h is Perl syntax; write [ \\t]', zh: '\\h 是 Perl 的写法，请写 [ \\t]' }],
  [
    /\\X/y,
    {
      en: '\\X is Perl syntax for a whole character; write \\P{M}\\p{M}*',
      zh: '\\X 是 Perl 的写法，表示完整字符，请写 \\P{M}\\p{M}*',
    },
  ],
  [/\\R/y, { en: '\\R is Perl syntax; write \\r?\\n', zh: '\\R 是 Perl 的写法，请写 \\r?\\n' }],
  [
    /\\A/y,
    { en: 'JavaScript has no \\A; write ^ without the switch for lines', zh: 'JavaScript 没有 \\A，请写 ^ 且不开启多行' },
    'javascript',
  ],
  [
    /\\[zZ]/y,
    { en: 'JavaScript has no \\z; write $ without the switch for lines', zh: 'JavaScript 没有 \\z，请写 $ 且不开启多行' },
    'javascript',
  ],
  [/\\[KG]/y, { en: 'only Perl has \\K and \\G', zh: '\\K 与 \\G 仅 Perl 支持' }],
]

type Refused = { readonly pattern: string; readonly offset: number; readonly engine: 'javascript' | 're2' }

/** A reason with what is known of the form that was refused at a place; a quantifier begins one sign before. */
export function withPerlHint(reason: Text, { pattern, offset, engine }: Refused): Text {
  for (const [form, hint, only] of HINTS)
    for (const at of only === undefined || only === engine ? [offset, offset - 1] : []) {
      form.lastIndex = Math.max(0, at)
      if (form.test(pattern)) return { en: `${reason.en}; ${hint.en}`, zh: `${reason.zh}；${hint.zh}` }
    }
  return reason
}
