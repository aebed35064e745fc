/** Words of the mail domain check. */
export const mailText = {
  checks: { en: 'Checks', zh: '检查' },
  servers: { en: 'Mail servers', zh: '邮件服务器' },
  tryTls: { en: 'Check its TLS', zh: '检测 TLS' },
  noServers: { en: 'No MX record.', zh: '没有 MX 记录。' },
  records: { en: 'Published records', zh: '已发布的记录' },
  missing: { en: 'not published', zh: '未发布' },
  lookups: { en: '{lookups} of 10 lookups', zh: '{lookups} / 10 次查询' },
  policy: { en: 'policy: {policy}', zh: '策略：{policy}' },
  mode: { en: 'mode: {mode}', zh: '模式：{mode}' },
  tree: { en: 'How SPF unfolds', zh: 'SPF 展开' },
  selector: { en: 'selector {selector}', zh: '选择器 {selector}' },
  key: { en: '{type}, {bits} bits', zh: '{type}，{bits} 位' },
  revoked: { en: 'revoked', zh: '已撤销' },
  signed: { en: 'signed', zh: '已签名' },
  testing: { en: 'for testing', zh: '测试中' },
} as const
