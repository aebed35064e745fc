/** Words of test alerts. */
export const trialText = {
  tryWebhook: { en: 'Send a test to the webhook', zh: '向 webhook 发送测试' },
  tryMail: { en: 'Send a test email', zh: '发送测试邮件' },
  waits: { en: 'Sending…', zh: '发送中…' },
  taken: { en: 'accepted', zh: '已接收' },
  refused: { en: 'not accepted', zh: '未被接收' },
  pending: { en: 'not sent yet', zh: '尚未发出' },
  answered: { en: 'status {status}, {ms} ms', zh: '状态码 {status}，{ms} 毫秒' },
  took: { en: '{ms} ms', zh: '{ms} 毫秒' },
  sent: { en: 'What was sent', zh: '发送内容' },
} as const
