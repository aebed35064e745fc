import { parseArgs } from 'node:util'
import { defineCommand, refuseSurplus } from '../command.ts'
import { forgetLogin } from '../saved-login.ts'

export default defineCommand({
  summary: { en: 'Forget the server and the key of octet login', zh: '删除 octet login 保存的服务器与密钥' },
  usage: ['octet logout'],
  async run({ words, config, remark }) {
    refuseSurplus(parseArgs({ args: [...words], allowPositionals: true }).positionals)
    const outcome = (await forgetLogin(config.loginFile))
      ? { en: 'forgotten. The key itself goes on to work until it is revoked', zh: '已删除。密钥本身在吊销前仍然有效' }
      : { en: 'there was none', zh: '没有保存的登录' }
    remark(outcome[config.lang])
  },
})
