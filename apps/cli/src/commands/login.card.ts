import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'Save a server and a key for the commands that need them', zh: '保存服务器与密钥，供需要的命令使用' },
  usage: [
    { en: 'octet login https://octet.example    asks for the key', zh: 'octet login https://octet.example    将询问密钥' },
    'octet login https://octet.example < key.txt',
    {
      en: '  It is kept in ~/.config/octet (or XDG_CONFIG_HOME), readable by you alone; OCTET_SERVER and OCTET_KEY go before it.',
      zh: '  保存在 ~/.config/octet（或 XDG_CONFIG_HOME）下，仅您可读；OCTET_SERVER、OCTET_KEY 优先。',
    },
  ],
})
