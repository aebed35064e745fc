import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'Show what is left of the month, and what the key has used', zh: '显示本月余量及密钥的请求数' },
  usage: [
    'octet usage [--json]',
    { en: '  OCTET_SERVER is the server, OCTET_KEY the key', zh: '  OCTET_SERVER 为服务器，OCTET_KEY 为密钥' },
  ],
})
