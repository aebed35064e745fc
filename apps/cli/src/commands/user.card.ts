import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'Accounts of the running server', zh: '管理运行中服务器的账户' },
  usage: [
    'octet user add --email name@example.org [--plan enterprise] [--password …]',
    'octet user disable --email name@example.org',
    'octet user enable --email name@example.org',
    {
      en: 'octet user delete --email name@example.org     for someone who asks for it; invoices stay, what is owed has to be paid first, and the last operator stays',
      zh: 'octet user delete --email name@example.org     应用户要求注销账户；账单保留，欠款须先付清，最后一位管理员不能注销',
    },
    {
      en: 'octet user second-factor-off --email name@example.org     for someone who has lost the app and the recovery codes',
      zh: 'octet user second-factor-off --email name@example.org     用户丢失身份验证器与恢复码时停用其两步验证',
    },
    {
      en: 'octet user operator --email name@example.org     makes an account that exists one of an operator',
      zh: 'octet user operator --email name@example.org     将已有账户设为管理员',
    },
    {
      en: 'octet user operator-off --email name@example.org     an ordinary account again; the last operator stays',
      zh: 'octet user operator-off --email name@example.org     取消管理员身份；最后一位管理员不能取消',
    },
  ],
})
