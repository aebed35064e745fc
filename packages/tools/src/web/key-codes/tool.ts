import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { findKeys, LOCATION_WORDS } from './keys.ts'

const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

export default defineTool({
  id: 'key-codes',
  route: '/web/key-codes',
  group: 'web',
  rank: 52,
  icon: 'Keyboard',
  title: { en: 'Keyboard key codes', zh: '键盘按键检测' },
  summary: {
    en: 'Press a key to see its key, code, keyCode, location and modifiers, or look keys up',
    zh: '按下按键即显示 key、code、keyCode、位置与修饰键，也可查键码表',
  },
  about: {
    en: 'key is what the press means in the layout, code is the place of the key on the keyboard whatever the layout: use code for games and shortcuts by place, key for text and shortcuts by letter. keyCode and which are old and differ between browsers; the table has those of a US layout.\n\nWhile an input method composes, browsers give key “Process” and keyCode 229. Some keys (Fn, and what the system keeps for itself) never reach a page.',
    zh: 'key 表示按键在当前布局中的含义，code 表示按键的物理位置，与布局无关：游戏和按位置的快捷键用 code，文本和按字母的快捷键用 key。keyCode 与 which 已过时，各浏览器略有差异；表中为美式布局的值。\n\n输入法组词时，浏览器给出 key 为“Process”、keyCode 为 229。部分按键（如 Fn 及系统占用的组合）不会传给网页。',
  },
  keywords: [
    'keycode',
    'keycode info',
    'key code',
    'keyboard event',
    'keyboard tester',
    'keydown',
    'event.code',
    'keypress',
    'javascript key',
    'which',
    '键码',
    '按键',
    '键盘测试',
    '键值',
    '键盘检测',
    '按键码',
  ],
  input: z.object({
    text: z
      .string()
      .max(40)
      .default('')
      .meta({
        label: { en: 'Look up a key', zh: '查找按键' },
        help: { en: 'A name, a code, a number or a sign; all keys if empty', zh: '名称、code、数字或字符；留空列出全部' },
        placeholder: { en: 'Enter, KeyA, 13', zh: 'Enter、KeyA、13' },
        main: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Codes', zh: 'code' }, main: true }),
    keys: z
      .array(
        z.object({
          key: shown('key', 'key'),
          code: shown('code', 'code'),
          keyCode: z.int().meta({ label: { en: 'keyCode', zh: 'keyCode' } }),
          location: shown('location', 'location'),
        }),
      )
      .meta({ label: { en: 'Keys', zh: '按键' }, widget: 'table' }),
  }),
  errors: ['unsupported_value'],
  examples: [
    {
      name: { en: 'By number', zh: '按数字' },
      input: { text: '13' },
      output: {
        text: 'Enter NumpadEnter',
        keys: [
          { key: 'Enter', code: 'Enter', keyCode: 13, location: '0 (standard)' },
          { key: 'Enter', code: 'NumpadEnter', keyCode: 13, location: '3 (numpad)' },
        ],
      },
    },
    {
      name: { en: 'By sign', zh: '按字符' },
      input: { text: '/' },
      output: {
        text: 'Slash NumpadDivide',
        keys: [
          { key: '/', code: 'Slash', keyCode: 191, location: '0 (standard)' },
          { key: '/', code: 'NumpadDivide', keyCode: 111, location: '3 (numpad)' },
        ],
      },
    },
    { name: { en: 'Arrows', zh: '方向键' }, input: { text: 'arrow' } },
  ],
  run({ text }, { lang }) {
    const found = findKeys(text)
    if (found.length === 0)
      throw new AppError('unsupported_value', {
        got: text,
        reason: { en: 'no key has this name, code, number or sign', zh: '没有这个名称、code、数字或字符的按键' },
      })
    return {
      text: found.map(({ code }) => code).join(' '),
      keys: found.map(({ key, code, keyCode, location }) => ({
        key: key === ' ' ? { en: '(space)', zh: '（空格）' }[lang] : key,
        code,
        keyCode,
        location: LOCATION_WORDS[location][lang],
      })),
    }
  },
})
