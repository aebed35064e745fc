/** Words of the change of a point’s token. */
export const pointTokenText = {
  ask: {
    en: 'The token in use works until an agent has joined with the new one, for 24 hours at most.',
    zh: '在探测程序以新令牌接入之前，当前令牌仍有效，至多 24 小时。',
  },
  help: {
    en: 'Start an agent with it; the old one finishes its measurements and ends. It is shown once, now.',
    zh: '请以此命令启动探测程序；旧程序完成进行中的测量后自行退出。仅显示这一次。',
  },
} as const
