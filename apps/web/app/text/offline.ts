/** Words of the page that stands in for others while the server cannot be reached. */
export const offlineText = {
  title: { en: 'You are offline', zh: '当前处于离线状态' },
  description: {
    en: 'Tools that work without a network, stored by your browser after one visit.',
    zh: '访问一次后由浏览器保存、断网也能使用的工具。',
  },
  needsServer: {
    en: '{page} needs the server, which cannot be reached at the moment.',
    zh: '{page} 需要服务器，而服务器目前无法连接。',
  },
  stillWorks: {
    en: 'These {count} tools work without a connection. They run in your browser, so nothing you enter leaves this device.',
    zh: '以下 {count} 个工具不需要网络：全部在您的浏览器中运行，输入的内容不会离开本设备。',
  },
  again: { en: 'Try again', zh: '重试' },
  back: { en: 'The server answers again.', zh: '服务器已恢复应答。' },
  stillAway: { en: 'Still no answer from the server.', zh: '服务器仍未应答。' },
} as const
