import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'Monitoring points of the running server', zh: '管理运行中服务器的监测点' },
  usage: [
    'octet point add --name Frankfurt [--tag home] [--country DE] [--city Frankfurt] [--latitude 50.1] [--longitude 8.7]',
    {
      en: 'octet point add --name Office --email name@example.org     private to that account',
      zh: 'octet point add --name Office --email name@example.org     仅该账户可用',
    },
    'octet point list',
    {
      en: 'octet point token <id> [--old-hours 24]     a new token; the old one works until the point has joined with it, 24 h at most',
      zh: 'octet point token <id> [--old-hours 24]     新令牌；旧令牌在以新令牌接入前仍有效，至多 24 小时',
    },
    'octet point remove <id>',
  ],
})
