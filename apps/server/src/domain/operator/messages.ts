import type { Text } from '@octet/core/text.ts'

/** What the back office says when an operator has done something. */
export const OPERATOR_MESSAGES = {
  mailRetried: { en: 'The mail is being sent again', zh: '正在重发该邮件' },
  toolOn: { en: 'The tool is on again', zh: '工具已启用' },
  toolOff: { en: 'The tool is off', zh: '工具已停用' },
  accepted: { en: 'The correction has been accepted', zh: '纠错已采纳' },
  declined: { en: 'The correction has been declined', zh: '纠错已驳回' },
} as const satisfies Record<string, Text>
