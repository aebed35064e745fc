/** Words about how the address data keeps itself fresh. */
export const updateText = {
  title: { en: 'Updates', zh: '数据更新' },
  last: { en: 'Last update {time}: {result}', zh: '最近更新 {time}：{result}' },
  newBuild: { en: 'new build {build}', zh: '新构建 {build}' },
  nothingNew: { en: 'nothing had changed', zh: '数据无变化' },
  failed: { en: 'failed, the last good build stays in use: {reason}', zh: '失败，继续使用上一个有效构建：{reason}' },
  counts: {
    en: '{updated} {updated|source|sources} updated, {unchanged} unchanged, {refused} refused, {unreachable} not reachable',
    zh: '更新 {updated} 个数据源，{unchanged} 个无变化，{refused} 个被拒绝，{unreachable} 个无法访问',
  },
  never: { en: 'No update has run yet; the data came with the program.', zh: '尚未运行过更新，当前数据随程序提供。' },
  source: { en: 'Source', zh: '数据源' },
  age: { en: 'Age of its data', zh: '数据天数' },
  days: { en: '{days} {days|day|days}', zh: '{days} 天' },
  checked: { en: 'Last checked', zh: '最近检查' },
  problem: { en: 'Last problem', zh: '最近的问题' },
} as const
