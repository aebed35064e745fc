import { defineCard } from '../command.ts'

export default defineCard({
  summary: {
    en: 'Run a tool here, or on the server when it needs what this machine lacks',
    zh: '在本机运行工具；本机缺少所需条件时交由服务器运行',
  },
  usage: [
    { en: 'octet tool                list all tools', zh: 'octet tool                列出全部工具' },
    'octet tool <id> [--json] [--stream] [--field value …] [text]',
    {
      en: 'octet tool <id> --save <file>    the file, picture or text it makes',
      zh: 'octet tool <id> --save <文件>    保存生成的文件、图片或文本',
    },
    { en: 'octet tool <id> --help    its options', zh: 'octet tool <id> --help    列出该工具的选项' },
    'command | octet tool <id>',
  ],
})
