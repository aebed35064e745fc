import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'Delete the server and the key saved by octet login', zh: '删除 octet login 保存的服务器与密钥' },
  usage: ['octet logout'],
})
