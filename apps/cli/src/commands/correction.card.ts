import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'List the corrections that visitors send, and accept or decline them', zh: '查看并裁定访客提交的更正' },
  usage: [
    'octet correction list [--state open|accepted|declined]',
    'octet correction accept <id> [--note text]',
    'octet correction decline <id> [--note text]',
  ],
})
