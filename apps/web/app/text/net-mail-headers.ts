/** Words of the mail header analysis. */
export const mailHeadersText = {
  way: { en: 'Path', zh: '传输路径' },
  after: { en: 'after {seconds} s', zh: '{seconds} 秒后' },
  open: { en: 'no encryption recorded', zh: '未记录加密' },
  to: { en: 'for {recipient}', zh: '收件地址 {recipient}' },
} as const
