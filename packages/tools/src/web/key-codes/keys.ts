import type { Text } from '@octet/core/text.ts'

/** A key of a keyboard with the US layout, as a `KeyboardEvent` tells of it. */
export type Key = {
  /** What it types, or its name. */
  readonly key: string
  /** Its place on the keyboard, whatever the layout. */
  readonly code: string
  /** The number of old programs. */
  readonly keyCode: number
  readonly location: Location
}
export type Location = 0 | 1 | 2 | 3

/** `KeyboardEvent.location` (UI Events §4.3.2). */
export const LOCATION_WORDS: Readonly<Record<Location, Text>> = {
  0: { en: '0 (standard)', zh: '0（标准）' },
  1: { en: '1 (left)', zh: '1（左侧）' },
  2: { en: '2 (right)', zh: '2（右侧）' },
  3: { en: '3 (numpad)', zh: '3（小键盘）' },
}

/** Keys whose name is their code: `name number`. */
const NAMED =
  'Backspace 8,Tab 9,Enter 13,Pause 19,CapsLock 20,Escape 27,PageUp 33,PageDown 34,End 35,Home 36,ArrowLeft 37,ArrowUp 38,ArrowRight 39,ArrowDown 40,PrintScreen 44,Insert 45,Delete 46,ContextMenu 93,NumLock 144,ScrollLock 145,BrowserBack 166,BrowserForward 167,BrowserRefresh 168,BrowserStop 169,BrowserSearch 170,BrowserFavorites 171,BrowserHome 172,AudioVolumeMute 173,AudioVolumeDown 174,AudioVolumeUp 175,MediaTrackNext 176,MediaTrackPrevious 177,MediaStop 178,MediaPlayPause 179,LaunchMail 180'
/** Keys that type a sign: `code sign number`. */
const SIGNS =
  "Semicolon ; 186,Equal = 187,Minus - 189,Period . 190,Slash / 191,Backquote ` 192,BracketLeft [ 219,Backslash \\ 220,BracketRight ] 221,Quote ' 222,IntlBackslash \\ 226"
const NUMPAD = 'Multiply * 106,Add + 107,Subtract - 109,Decimal . 110,Divide / 111'
/** `name number of the left, number of the right`. */
const PAIRS = 'Shift 16 16,Control 17 17,Alt 18 18,Meta 91 92'

const list = (rows: string) => rows.split(',').map((row) => row.split(' ') as [string, string, string])
const count = (size: number) => Array.from({ length: size }, (_, at) => at)

/** UI Events KeyboardEvent code Values §3, with the numbers that browsers give on a US layout (UI Events, appendix on keyCode). */
export const KEYS: readonly Key[] = [
  ...count(26).map((at) => ({ ...toLetter(at), keyCode: 65 + at, location: 0 as const })),
  ...count(10).map((at) => ({ key: String(at), code: `Digit${at}`, keyCode: 48 + at, location: 0 as const })),
  { key: ' ', code: 'Space', keyCode: 32, location: 0 },
  { key: ',', code: 'Comma', keyCode: 188, location: 0 },
  ...list(NAMED).map(([name, keyCode]) => ({ key: name, code: name, keyCode: Number(keyCode), location: 0 as const })),
  ...list(SIGNS).map(([code, key, keyCode]) => ({ key, code, keyCode: Number(keyCode), location: 0 as const })),
  ...list(PAIRS).flatMap(([name, left, right]) => [
    { key: name, code: `${name}Left`, keyCode: Number(left), location: 1 as const },
    { key: name, code: `${name}Right`, keyCode: Number(right), location: 2 as const },
  ]),
  ...count(24).map((at) => ({ key: `F${at + 1}`, code: `F${at + 1}`, keyCode: 112 + at, location: 0 as const })),
  ...count(10).map((at) => ({ key: String(at), code: `Numpad${at}`, keyCode: 96 + at, location: 3 as const })),
  ...list(NUMPAD).map(([code, key, keyCode]) => ({ key, code: `Numpad${code}`, keyCode: Number(keyCode), location: 3 as const })),
  { key: 'Enter', code: 'NumpadEnter', keyCode: 13, location: 3 },
]

function toLetter(at: number): { key: string; code: string } {
  const letter = String.fromCharCode(97 + at)
  return { key: letter, code: `Key${letter.toUpperCase()}` }
}

const ALIASES: Readonly<Record<string, string>> = {
  esc: 'escape',
  ctrl: 'control',
  del: 'delete',
  ins: 'insert',
  return: 'enter',
  win: 'meta',
  windows: 'meta',
  cmd: 'meta',
  command: 'meta',
  option: 'alt',
  pgup: 'pageup',
  pgdn: 'pagedown',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
  menu: 'contextmenu',
  spacebar: 'space',
  空格: 'space',
  回车: 'enter',
  退格: 'backspace',
  删除: 'delete',
  上: 'arrowup',
  下: 'arrowdown',
  左: 'arrowleft',
  右: 'arrowright',
}

/** Keys by a number, a name, a code, or what they type, or those of a shortcut (Ctrl+C); all of them for an empty text. */
export function findKeys(query: string): Key[] {
  const found = findKey(query)
  if (found.length > 0 || !query.includes('+')) return found
  const parts = query.split(/\+(?!$)/).map(findKey)
  return parts.every((keys) => keys.length > 0) ? [...new Set(parts.flat())] : []
}

function findKey(query: string): Key[] {
  const plain = query.trim().toLowerCase()
  if (plain === '') return query === '' ? [...KEYS] : KEYS.filter(({ code }) => code === 'Space')
  const wanted = ALIASES[plain] ?? plain
  const isSame = (text: string) => text.toLowerCase() === wanted
  const exact = KEYS.filter(({ key, code, keyCode }) => isSame(key) || isSame(code) || isSame(String(keyCode)))
  return exact.length > 0 || wanted.length < 2 ? exact : KEYS.filter(({ code }) => code.toLowerCase().includes(wanted))
}
