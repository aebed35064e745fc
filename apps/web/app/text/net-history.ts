/** Words of what has changed since the last lookup. */
export const historyText = {
  changed: { en: 'Changed since your lookup of {time} ({ago})', zh: '与您 {time}（{ago}）的查询结果相比有变化' },
  same: { en: 'No change since your lookup of {time} ({ago}).', zh: '与您 {time}（{ago}）的查询结果一致。' },
  earlier: { en: 'Changed between {from} and {to}', zh: '{from} 至 {to} 之间的变化' },
  first: {
    en: 'The answer is kept in this browser, so that the next lookup can show what has changed.',
    zh: '结果已保存在此浏览器中，下次查询时会显示变化。',
  },
  off: {
    en: 'Answers are not kept in this browser, so changes cannot be shown.',
    zh: '此浏览器不保存查询结果，因此无法显示变化。',
  },
  forget: { en: 'Delete kept answers', zh: '清除已保存的结果' },
  stop: { en: 'Stop keeping them', zh: '不再保存' },
  start: { en: 'Keep answers', zh: '开始保存' },
  forgotten: { en: 'The kept answers were deleted', zh: '已清除保存的结果' },
  added: { en: 'added', zh: '新增' },
  removed: { en: 'removed', zh: '移除' },
} as const
