import { defineCard } from '../command.ts'

export default defineCard({
  summary: {
    en: 'Tasks of the operator: first account, tool switches, messages, mails that did not leave',
    zh: '管理员操作：创建账户、工具开关、留言、未发出的邮件',
  },
  usage: [
    'octet operator link',
    'octet operator off <tool>',
    'octet operator on <tool>',
    'octet operator messages',
    {
      en: 'octet operator mails [--to name@example.org]     mails that have not left, as without SMTP_URL; with an address their texts, whose links work from now on. Be sure who asks',
      zh: 'octet operator mails [--to name@example.org]     未发出的邮件（如未设置 SMTP_URL 时）；指定邮箱则显示正文，其中的链接从此刻起重新计时。请确认提出要求的是谁',
    },
  ],
})
