/** Words under a box with a live answer of this server. */
export const liveText = {
  answeredIn: { en: 'answered in {ms} ms, status {status}', zh: '{ms} 毫秒应答，状态码 {status}' },
  notJson: {
    en: 'status {status}, {type} instead of JSON: this comes from something in front of the server, such as a proxy. Try again in a minute.',
    zh: '状态码 {status}，返回的是 {type} 而非 JSON：内容来自服务器之前的代理等环节，请一分钟后重试。',
  },
  empty: {
    en: 'status {status} and nothing else: this comes from something in front of the server, such as a proxy. Try again in a minute.',
    zh: '状态码 {status}，没有内容：应答来自服务器之前的代理等环节，请一分钟后重试。',
  },
  failed: { en: 'The server did not answer. Try again in a minute.', zh: '服务器没有应答，请一分钟后重试。' },
} as const
