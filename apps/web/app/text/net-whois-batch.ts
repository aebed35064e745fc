/** Words of the page for many registrations. */
export const whoisBatchText = {
  ofAll: { en: 'of {total}', zh: '共 {total} 个' },
  free: { en: 'Not registered', zh: '未注册' },
  failed: { en: 'Failed', zh: '失败' },
  saveAs: { en: 'Save as {format}', zh: '导出为 {format}' },
  calendar: { en: 'Expiry dates as calendar file', zh: '导出到期日历' },
  again: { en: 'Retry the failed ones', zh: '重新查询失败的域名' },
} as const
