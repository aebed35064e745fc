import { parseArgs } from 'node:util'
import { defineCommand, refuseSurplus } from '../command.ts'
import { forgetLogin } from '../saved-login.ts'

export default defineCommand({
  async run({ words, config, remark }) {
    refuseSurplus(parseArgs({ args: [...words], allowPositionals: true }).positionals)
    const outcome = (await forgetLogin(config.loginFile))
      ? { en: 'deleted. The key itself keeps working until it is revoked', zh: '已删除。密钥本身在吊销前仍然有效' }
      : { en: 'nothing was saved', zh: '没有保存的登录' }
    remark(outcome[config.lang])
  },
})
