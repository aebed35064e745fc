/** Words of the page where emoji and symbols are picked. */
export const symbolsText = {
  one: { en: '{count} character. A click copies it.', zh: '{count} 个字符，点击即可复制。' },
  many: { en: '{count} characters. A click copies one.', zh: '{count} 个字符，点击即可复制。' },
  picked: { en: 'Picked', zh: '已选' },
  clear: { en: 'Clear what was picked', zh: '清空已选' },
} as const
