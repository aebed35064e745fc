/** Words of links to a page with what it holds. */
export const shareText = {
  share: { en: 'Share', zh: '分享' },
  options: { en: 'Copy link with options', zh: '复制链接（仅选项）' },
  input: { en: 'Copy link with options and input', zh: '复制链接（含选项和输入）' },
  keep: { en: 'Keep the input for a short link…', zh: '保存输入，生成短链接…' },
  embed: { en: 'Embed in a page', zh: '嵌入到网页' },
  private: { en: 'Never put the input into a link', zh: '永不在链接中包含输入' },
  copied: { en: 'Link copied', zh: '链接已复制' },
  tooLong: {
    en: 'The input is too long for a link: at most {limit} characters, got {got}',
    zh: '输入过长，无法放入链接：上限 {limit} 个字符，实际 {got} 个',
  },
} as const
