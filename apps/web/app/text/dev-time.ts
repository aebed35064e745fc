/** Words of the time page. */
export const timeText = {
  now: { en: 'Now', zh: '现在' },
  unixSeconds: { en: 'Unix seconds', zh: 'Unix 秒' },
  takeNow: { en: 'Use now', zh: '使用此刻' },
  zones: { en: 'Around the world', zh: '各地时间' },
  formats: { en: 'All formats, a click copies', zh: '全部格式，点击即复制' },
  readAs: { en: 'read as {format}', zh: '识别为 {format}' },
  calendar: { en: 'Calendar', zh: '日历' },
  lunar: { en: 'Chinese calendar', zh: '农历' },
  snippets: { en: 'In code', zh: '代码' },
} as const
