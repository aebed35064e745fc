/** Words of the link preview. */
export const linkPreviewText = {
  previews: { en: 'Previews', zh: '预览' },
  search: { en: 'In a list of results', zh: '搜索结果' },
  card: { en: 'As a card', zh: '卡片' },
  chat: { en: 'In a chat', zh: '聊天窗口' },
  noTitle: { en: 'No title', zh: '无标题' },
  noPicture: { en: 'no picture', zh: '无配图' },
  notShown: { en: 'the picture is too large to be shown here', zh: '图片过大，此处不显示' },
  crawlers: { en: 'Who may fetch the page', zh: '谁可以抓取此页' },
  allowed: { en: 'may fetch', zh: '允许' },
  refused: { en: 'kept out', zh: '禁止' },
  unknown: { en: 'not known', zh: '未知' },
  line: { en: 'line {line}: {text}', zh: '第 {line} 行：{text}' },
  whole: { en: 'all of robots.txt, as it answers with {status}', zh: 'robots.txt 返回 {status}，视为全部禁止' },
} as const
