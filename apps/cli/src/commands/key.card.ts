import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'API keys of the running server', zh: '管理运行中服务器的 API 密钥' },
  usage: ['octet key add --email name@example.org [--name …] [--scopes geo,privacy,asn,download,usage] [--kind live|test]'],
})
