import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'Restore a backup of the account database', zh: '从备份文件恢复账户数据库' },
  usage: [
    'octet restore FILE [--force] [--send-mails]',
    {
      en: '  into an empty database; --force replaces everything in one that is not',
      zh: '  恢复到空数据库；数据库非空时须加 --force，原内容将被全部替换',
    },
    {
      en: '  mails that waited when the backup was made are not sent again, as they may have been since; --send-mails sends them',
      zh: '  备份时待发送的邮件此后可能已经发出，恢复后不再发送；加 --send-mails 则照常发送',
    },
  ],
})
