import { defineCard } from '../command.ts'

export default defineCard({
  summary: {
    en: 'Run a saved pipeline, or tools in a row, on what is piped in',
    zh: '对管道输入运行已保存的流水线，或依次运行多个工具',
  },
  usage: ['octet pipeline saved.json < input', 'octet pipeline extract ip-batch group:by=record.country_code < access.log'],
})
