/** Words of the command palette. */
export const paletteText = {
  title: { en: 'Tools and pages', zh: '工具与页面' },
  label: { en: 'Search tools, or paste something', zh: '搜索工具，或粘贴内容' },
  placeholder: { en: 'Search tools, or paste an address, JSON, a token…', zh: '搜索工具，或粘贴地址、JSON、令牌…（支持拼音）' },
  page: { en: 'Page', zh: '页面' },
  none: { en: 'Nothing found. Try another word, a route name or pinyin.', zh: '没有找到。可换个词、路径名或拼音再试。' },
} as const
