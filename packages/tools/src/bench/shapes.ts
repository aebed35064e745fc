/** Texts that ask more of a reader than usual ones do, each made in any size; `ordinary` repeats what a tool's example has. */
export type Shape = { readonly name: string; make(size: number, ordinary: string): string }

/** What is written again and again. */
const RUNS: Readonly<Record<string, string>> = {
  letters: 'a',
  digits: '7',
  'words and spaces': 'ab cd ',
  'one line of words with marks': "it's 1.5, or a-b; x=y (z) ",
  spaces: ' ',
  tabs: '\t',
  'line ends': '\n',
  CRLF: 'a: b\r\n',
  'spaces and line ends': '    \n',
  'double quotes': '"',
  'single quotes': "'",
  'texts in a row': '"a" ',
  backslashes: '\\',
  'escaped quotes': '\\"',
  'opening brackets': '(',
  'opening square brackets': '[',
  'opening braces': '{',
  'closing brackets': ')',
  'alternating brackets': '[]()',
  'objects with a key': '{"a":',
  'less-than signs': '<',
  'opening tags': '<a>',
  'closing tags': '</a>',
  'unclosed tags': '<a b="c" ',
  ampersands: '&',
  entities: '&amp',
  stars: '*',
  'stars and letters': '**a ',
  underscores: '_',
  'underscores and letters': 'a_',
  backticks: '`',
  'backticks and letters': '`a``b ',
  dashes: '-',
  'list items': '- ',
  quotations: '> ',
  commas: ',',
  'commas and letters': 'a,',
  colons: 'a:',
  semicolons: ';',
  dots: '1.',
  slashes: '/',
  'percent signs': '%',
  'percent codes': '%E4',
  'equals signs': '=',
  'ampersands and equals signs': 'a=b&',
  'at signs': 'a@',
  hashes: '#',
  bars: 'a|',
  'dollar signs': '$a',
  bangs: '![',
  'links without an end': '[a](',
  'comments without an end': '/*',
  'markup comments without an end': '<!--',
  'dashes that begin comments': '--',
  astral: '😀',
  Chinese: '重庆',
  'marks on a letter': '\u0301',
  'zero bytes': '\0',
}

/** What is written again and again between something else, so that a look for its end finds none. */
const ENCLOSED: Readonly<Record<string, readonly [before: string, unit: string, after: string]>> = {
  'spaces before a letter': ['a', ' ', 'b'],
  'line ends before a letter': ['a', '\n', 'b'],
  'zeros before a digit': ['[1.', '0', '1]'],
  'spaces in a text of JSON': ['{"a":"b', ' ', 'c"}'],
  'line ends in a text of JSON': ['{"a":"b', '\\n', 'c"}'],
  'digits in a key of JSON': ['{"', '1', 'a":[1]}'],
  'spaces in pre': ['<pre>a', ' ', 'b</pre>'],
  'spaces in a comment': ['a: 1\n# b', ' ', 'c\n'],
  'line ends before a comment': ['a: 1\n# b', '\n', '# c\n'],
}

const UNCLOSED = '"\'`/*<!--('

/** Pairs that stand in each other, so deep that most limits still let them pass. */
const NESTED: readonly (readonly [string, string, string, number])[] = [
  ['nested brackets', '(', ')', 90],
  ['nested lists', '[', ']', 90],
  ['nested objects', '{"a":', '}', 90],
  ['nested elements', '<a>', '</a>', 90],
  ['nested quotations', '> ', '\n', 60],
]

/** All shapes, ordinary text first. */
export const SHAPES: readonly Shape[] = [
  { name: 'ordinary', make: (size, ordinary) => repeatWhole(ordinary, size) },
  { name: 'ordinary, one line', make: (size, ordinary) => repeat(`${ordinary.replaceAll(/\s*\n\s*/g, ' ')} `, size) },
  {
    name: 'ordinary, then without an end',
    make: (size, ordinary) => repeat(`${ordinary}\n`, size - UNCLOSED.length) + UNCLOSED,
  },
  ...Object.entries(RUNS).map(([name, unit]): Shape => ({ name, make: (size) => repeat(unit, size) })),
  ...Object.entries(ENCLOSED).map(([name, [before, unit, after]]): Shape => ({
    name,
    make: (size) => before + repeat(unit, Math.max(0, size - before.length - after.length)) + after,
  })),
  ...NESTED.map(([name, open, close, depth]): Shape => ({
    name,
    make: (size) => repeat(`${open.repeat(depth)}1${close.repeat(depth)},`, size),
  })),
]

function repeat(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
}

/** Whole texts; documents in a larger one, where the text is one: JSON in a list, elements in an element, YAML mappings in a list. */
function repeatWhole(ordinary: string, size: number): string {
  const isJson = /^[[{]/.test(ordinary) && isReadable(ordinary)
  const isMarkup = /^<\w[^]*>$/.test(ordinary)
  const isYaml = /^[\w-]+:(?:\s|$)/.test(ordinary)
  if (isYaml) return enclose(['', `- ${ordinary.trimEnd().replaceAll('\n', '\n  ')}\n`, ''], size)
  if (isJson) return enclose(['[0', `,${ordinary}`, ']'], size)
  if (isMarkup) return enclose(['<list>', ordinary, '</list>'], size)
  return ordinary.length < size ? enclose(['', `${ordinary}\n`, ''], size) : repeat(ordinary, size)
}

/** The middle one of three texts again and again between the others, with spaces up to a size. */
function enclose([before, unit, after]: readonly [string, string, string], size: number): string {
  const count = Math.max(0, Math.floor((size - before.length - after.length) / unit.length))
  return (before + unit.repeat(count) + after).padEnd(size)
}

function isReadable(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
