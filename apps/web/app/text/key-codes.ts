/** Words of the page that shows what a pressed key tells. */
export const keyText = {
  here: { en: 'Press any key here', zh: '在此按任意键' },
  start: { en: 'Click or tap here, then press a key', zh: '点击此处，然后按下按键' },
  way: {
    en: 'Tab is shown and moves on as ever. Everything is shown on this page only.',
    zh: 'Tab 键会显示，并照常移动焦点。按键只在本页显示，不会发送。',
  },
  phone: {
    en: 'On a phone: needs a keyboard. On-screen ones mostly tell “Unidentified” and 229.',
    zh: '手机需外接键盘；屏幕键盘大多只给出“Unidentified”和 229。',
  },
  modifiers: { en: 'Modifiers', zh: '修饰键' },
  none: { en: 'none', zh: '无' },
  repeat: { en: 'Held down', zh: '长按重复' },
  before: { en: 'Before', zh: '此前' },
  copyAll: { en: 'Copy as text', zh: '复制为文本' },
  space: { en: '(space)', zh: '（空格）' },
} as const
