import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'Write the account database to a file', zh: '将账户数据库备份到文件' },
  usage: [
    'octet backup [FILE]',
    {
      en: '  everything in the database as of one moment, with checksums; address data, settings and files of jobs (OCTET_VAR/jobs) are files of their own',
      zh: '  数据库在同一时刻的全部内容，含校验和；地址数据、配置与任务文件（OCTET_VAR/jobs）是单独的文件',
    },
  ],
})
